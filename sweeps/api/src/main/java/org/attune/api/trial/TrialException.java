package org.attune.api.trial;

/** A trial failed for a known reason. */
public final class TrialException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Cause reason;

  public TrialException(Cause reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** The cause, which determines whether the trial is retried. */
  public Cause reason() {
    return reason;
  }
}
