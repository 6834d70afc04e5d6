package org.attune.model.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.nd4j.linalg.api.buffer.DataType;

/** The available backends: the reference, and those registered in service files. */
public final class Backends {

  private static final Backend<?> REFERENCE = new ReferenceBackend();

  /** Searched once, on first use, because every evaluated network asks. */
  private static final class Found {
    static final List<Backend<?>> ALL = new ArrayList<>();

    static {
      for (Backend<?> found : ServiceLoader.load(Backend.class, Backends.class.getClassLoader())) {
        ALL.add(found);
      }
    }
  }

  private Backends() {}

  /** The reference backend: formulas in ND4J operations, in any floating type. */
  public static Backend<?> reference() {
    return REFERENCE;
  }

  /** Kernels on the host's processor, in float32. */
  public static Backend<?> cpu() {
    return named("cpu");
  }

  /**
   * A backend by its name.
   *
   * @throws IllegalArgumentException if no backend has that name
   */
  public static Backend<?> named(String name) {
    for (Backend<?> found : Found.ALL) {
      if (found.name().equals(name)) {
        return found;
      }
    }
    if (name.equals(REFERENCE.name())) {
      return REFERENCE;
    }
    throw new IllegalArgumentException(
        "No backend '%s'; there are %s and %s"
            .formatted(name, REFERENCE.name(), Found.ALL.stream().map(Backend::name).toList()));
  }

  /** The backend to train on: the CPU's kernels if they support the type. */
  public static Backend<?> of(DataType type) {
    Backend<?> cpu = cpu();
    return cpu.computes(type) ? cpu : REFERENCE;
  }
}
