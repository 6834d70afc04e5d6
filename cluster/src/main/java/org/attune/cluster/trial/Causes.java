package org.attune.cluster.trial;

import org.attune.model.cuda.device.CudaException;
import org.attune.model.train.DivergenceException;
import org.attune.sweeps.trial.Cause;
import org.attune.sweeps.trial.TrialException;

/** Tells why a training failed. */
final class Causes {

  private static final String MODEL = "org.attune.model.";

  private Causes() {}

  /**
   * The failure with its cause, or as it is when nothing is known about it.
   *
   * <p>A card whose context is lost takes all trials of its process with it, whatever they do: that
   * is the platform's failure. A matrix that cannot be factored is a model whose numbers have run
   * away. An illegal argument is the configuration's fault where the model says so; libraries throw
   * it for much else, as Hadoop does for a host that it does not know.
   */
  static Exception of(RuntimeException failure) {
    if (failure instanceof ArithmeticException && isOverflow(failure)) {
      return new TrialException(
          Cause.TRIAL_FAULT, "The trial is too large: a count exceeds 2^31", failure);
    }
    if (failure instanceof DivergenceException || failure instanceof ArithmeticException) {
      return new TrialException(Cause.DIVERGENCE, failure.getMessage(), failure);
    }
    if (failure instanceof CudaException cuda && cuda.losesContext()) {
      return new TrialException(Cause.INFRASTRUCTURE, failure.getMessage(), failure);
    }
    if (failure instanceof CudaException cuda && cuda.isOutOfMemory()) {
      return new TrialException(Cause.OUT_OF_MEMORY, failure.getMessage(), failure);
    }
    if (failure instanceof IllegalArgumentException && saidByModel(failure)) {
      return new TrialException(Cause.TRIAL_FAULT, failure.getMessage(), failure);
    }
    return failure;
  }

  /** Whether a whole number outgrew its type, as sizes do: the model's numbers are reals. */
  private static boolean isOverflow(RuntimeException failure) {
    StackTraceElement[] trace = failure.getStackTrace();
    return trace.length > 0 && trace[0].getClassName().equals(Math.class.getName());
  }

  private static boolean saidByModel(RuntimeException failure) {
    StackTraceElement[] trace = failure.getStackTrace();
    return trace.length > 0 && trace[0].getClassName().startsWith(MODEL);
  }
}
