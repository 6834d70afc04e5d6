package org.attune.api.trial;

/**
 * A trial failed for a known reason.
 *
 * <pre>{@code
 * TrialWork.Result read(Path data) throws TrialException {
 *   try {
 *     return new TrialWork.Result(Map.of("bytes", (double) Files.size(data)), Map.of());
 *   } catch (IOException unreadable) {
 *     throw new TrialException(Cause.TRANSIENT, "Cannot read " + data, unreadable);
 *   }
 * }
 * }</pre>
 */
public final class TrialException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Cause reason;

  /** A failure that no exception caused. */
  public TrialException(Cause reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** A failure that an exception caused. */
  public TrialException(Cause reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** The cause, which determines whether the trial is retried. */
  public Cause reason() {
    return reason;
  }
}
