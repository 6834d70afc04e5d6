package org.attune.model.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.nd4j.linalg.api.buffer.DataType;

/** The backends that are there: the reference, and those that a service file names. */
public final class Backends {

  private static final Backend<?> REFERENCE = new ReferenceBackend();

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
    List<String> names = new ArrayList<>(List.of(REFERENCE.name()));
    for (Backend<?> found : ServiceLoader.load(Backend.class, Backends.class.getClassLoader())) {
      if (found.name().equals(name)) {
        return found;
      }
      names.add(found.name());
    }
    if (name.equals(REFERENCE.name())) {
      return REFERENCE;
    }
    throw new IllegalArgumentException("No backend '" + name + "'; there are " + names);
  }

  /** The backend to train on: the processor's kernels where they compute in a type. */
  public static Backend<?> of(DataType type) {
    Backend<?> cpu = cpu();
    return cpu.computes(type) ? cpu : REFERENCE;
  }
}
