package org.attune.model.layer;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.attune.model.catalog.Configuration;
import org.attune.model.engine.Backend;
import org.attune.model.engine.Backends;
import org.attune.model.engine.Buffer;
import org.attune.model.engine.Execution;
import org.attune.model.network.Network;
import org.attune.model.network.Signature;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Program;

/**
 * The memory that a training takes, planned and not taken: the programs that it runs, and the
 * parameters with gradients and moments. The task's examples come on top of it.
 */
public final class TrainingMemory {

  private TrainingMemory() {}

  /**
   * Bytes of a training on the host's processor in float32.
   *
   * @param signature of the task
   */
  public static long bytes(Configuration settings, Signature signature) {
    return programBytes(settings, signature) + parameterBytes(settings, signature);
  }

  /** Of the programs alone. */
  static long programBytes(Configuration settings, Signature signature) {
    NetworkSpec spec = new NetworkSpec(settings, signature);
    Network network = spec.network();
    int batch = settings.integer(Training.BATCH);
    int part =
        Math.min(
            batch,
            NetworkPrograms.partSize(
                Backends.cpu(), spec.parameters(), signature.length(), Float.BYTES));
    double budget = 1e6 * settings.real(Training.MEMORY);
    while (budget > 0 && part > 1 && planned(network, part, true, false) > budget) {
      part = (part + 1) / 2;
    }
    Set<Integer> sizes = new TreeSet<>(Set.of(part));
    if (batch % part > 0) {
      sizes.add(batch % part);
    }
    long bytes = 0;
    for (int examples : sizes) {
      bytes += planned(network, examples, true, false);
      bytes += planned(network, examples, false, false);
    }
    // Only the first batch that is validated on is watched; its last part is seldom another size.
    return bytes + planned(network, part, false, true);
  }

  /** Values, gradients and moments, where they are worked on and where DL4J has them at rest. */
  private static long parameterBytes(Configuration settings, Signature signature) {
    long moments =
        switch (settings.choice(Training.OPTIMIZER)) {
          case "adam", "adamw" -> 2;
          case "momentum" -> 1;
          default -> 0;
        };
    List<ParameterSpec> parameters = new NetworkSpec(settings, signature).parameters();
    long size = parameters.stream().mapToLong(ParameterSpec::size).sum();
    return 2 * (2 + moments) * size * Float.BYTES;
  }

  private static long planned(Network network, int examples, boolean training, boolean probing) {
    Program program = new Program(examples).probing(probing).evaluating(!training);
    network.describe(program);
    return planned(
        program,
        Backends.cpu(),
        training ? Execution.Passes.FORWARD_AND_BACKWARD : Execution.Passes.FORWARD);
  }

  private static <B extends Buffer> long planned(
      Program program, Backend<B> backend, Execution.Passes passes) {
    return Execution.plannedBytes(program, backend, passes);
  }
}
