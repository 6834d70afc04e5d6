package org.attune.cluster.trial;

import org.attune.api.trial.Cause;
import org.attune.api.trial.TrialException;
import org.attune.model.cuda.device.CudaException;
import org.attune.model.train.DivergenceException;

/** Finds the cause of a failed training. */
final class Causes {

  private static final String MODEL = "org.attune.model.";

  private Causes() {}

  /**
   * The failure with its cause, or the failure itself when the cause is unknown.
   *
   * <p>A lost GPU context ends all trials of its process, whatever they do, so it is an
   * infrastructure failure. A matrix that cannot be factored means that the model has diverged. An
   * illegal argument is the trial's fault if the model threw it. Libraries throw it for many other
   * reasons, as Hadoop does for an unknown host. A retry meets a null of the user's class again.
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
    if (failure instanceof NullPointerException) {
      return OwnFault.of(failure).map(Exception.class::cast).orElse(failure);
    }
    return failure;
  }

  /** Whether an integer overflowed, as sizes do; the model's own numbers are reals. */
  private static boolean isOverflow(RuntimeException failure) {
    StackTraceElement[] trace = failure.getStackTrace();
    return trace.length > 0 && trace[0].getClassName().equals(Math.class.getName());
  }

  private static boolean saidByModel(RuntimeException failure) {
    StackTraceElement[] trace = failure.getStackTrace();
    return trace.length > 0 && trace[0].getClassName().startsWith(MODEL);
  }
}
