package org.attune.model.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.nd4j.linalg.api.buffer.DataType;

/** The backends that are there: the reference, and those that a service file names. */
public final class Backends {

  private static final Backend<?> REFERENCE = new ReferenceBackend();

  /** Looked for once, when one is first asked for: every network that is evaluated asks. */
  private static final class Found {
    static final List<Backend<?>> ALL = new ArrayList<>();

    static {
      for (Backend<?> found : ServiceLoader.load(Backend.class, Backends.class.getClassLoader())) {
        ALL.add(found);
      }
    }
  }

  private Backends() {}

  /** Formulas in ND4J operations, in any floating type. */
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
   * @throws IllegalArgumentException if there is none of that name
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

  /** The backend to train on: the processor's kernels where they compute in a type. */
  public static Backend<?> of(DataType type) {
    Backend<?> cpu = cpu();
    return cpu.computes(type) ? cpu : REFERENCE;
  }
}
