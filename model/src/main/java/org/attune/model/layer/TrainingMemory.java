package org.attune.model.layer;

import org.attune.api.catalog.Configuration;
import org.attune.model.engine.Backend;
import org.attune.model.engine.Backends;
import org.attune.model.engine.Buffer;
import org.attune.model.engine.Execution;
import org.attune.model.engine.OversizeException;
import org.attune.model.layer.NetworkPrograms.Size;
import org.attune.model.network.Signature;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Program;

/**
 * Plans the memory of a training without allocating it: its programs, and the parameters with
 * gradients and moments. The task's examples are extra.
 */
public final class TrainingMemory {

  private TrainingMemory() {}

  /**
   * Returns the bytes of a training on the host's processor in float32, with its validations.
   *
   * @param signature signature of the task
   * @param probing whether the task's measures read attention weights, however many there are
   */
  public static long bytes(Configuration settings, Signature signature, boolean probing) {
    return programBytes(settings, signature, probing) + parameterBytes(settings, signature);
  }

  /**
   * Returns the bytes of forward passes on the host's processor, such as evaluations of a trained
   * network on other data.
   *
   * @param signature signature of that data
   */
  public static long forwardBytes(Configuration settings, Signature signature) {
    NetworkSpec spec = new NetworkSpec(settings, signature);
    long bytes = ofBatch(spec, false) + 2 * size(spec) * Float.BYTES; // both copies
    return watched(spec) ? bytes + planned(spec, part(spec, false, true)) : bytes;
  }

  /** Returns the bytes of a training's programs alone. */
  static long programBytes(Configuration settings, Signature signature, boolean probing) {
    NetworkSpec spec = new NetworkSpec(settings, signature);
    long bytes = ofBatch(spec, true) + ofBatch(spec, false);
    // Only the first validation batch is probed; its last part rarely has a different size.
    return probing || watched(spec) ? bytes + planned(spec, part(spec, false, true)) : bytes;
  }

  /** Whether validation probes the heads even if the task does not ask for it. */
  private static boolean watched(NetworkSpec spec) {
    return spec.signature().discrete() && spec.watchedAtOnce() > 0;
  }

  /** Returns the bytes of values, gradients and moments: the working copy and DL4J's copy. */
  static long parameterBytes(Configuration settings, Signature signature) {
    long size = size(new NetworkSpec(settings, signature));
    long moments = Training.updater(settings).stateSize(size);
    return 2 * (2 * size + moments) * Float.BYTES;
  }

  private static long size(NetworkSpec spec) {
    return spec.parameters().stream().mapToLong(ParameterSpec::size).sum();
  }

  /** Returns the bytes of a batch's programs: one for full parts, and one for the remainder. */
  private static long ofBatch(NetworkSpec spec, boolean training) {
    Size part = part(spec, training, false);
    int left = spec.settings().integer(Training.BATCH) % part.examples();
    long bytes = planned(spec, part);
    return left > 0 ? bytes + planned(spec, new Size(left, training, false)) : bytes;
  }

  /** Returns the part of a batch that {@link NetworkPrograms} runs at a time. */
  private static Size part(NetworkSpec spec, boolean training, boolean probing) {
    int length = spec.signature().length();
    int most = NetworkPrograms.partSize(Backends.cpu(), spec.parameters(), length, Float.BYTES);
    int watched = NetworkPrograms.watchedSize(spec, most);
    int batch = spec.settings().integer(Training.BATCH);
    double budget = 1e6 * spec.settings().real(Training.MEMORY);
    Size part = new Size(Math.min(batch, probing ? watched : most), training, probing);
    while (part.examples() > 1 && !fits(spec, part, budget)) {
      part = part.halved();
    }
    return part;
  }

  private static boolean fits(NetworkSpec spec, Size part, double budget) {
    try {
      long bytes = planned(spec, part);
      return budget == 0 || bytes <= budget;
    } catch (OversizeException e) {
      return false;
    }
  }

  private static long planned(NetworkSpec spec, Size size) {
    Program program = new Program(size.examples());
    program.probing(size.probing()).evaluating(!size.training());
    spec.network().describe(program);
    return planned(
        program,
        Backends.cpu(),
        size.training() ? Execution.Passes.FORWARD_AND_BACKWARD : Execution.Passes.FORWARD);
  }

  private static <B extends Buffer> long planned(
      Program program, Backend<B> backend, Execution.Passes passes) {
    return Execution.plannedBytes(program, backend, passes);
  }
}
