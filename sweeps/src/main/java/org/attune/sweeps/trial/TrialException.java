package org.attune.sweeps.trial;

/** A trial failed, and it is known why. */
public final class TrialException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Cause reason;

  public TrialException(Cause reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** What decides whether the trial is tried again. */
  public Cause reason() {
    return reason;
  }
}
