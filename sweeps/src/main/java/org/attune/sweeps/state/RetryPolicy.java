package org.attune.sweeps.state;

import org.attune.sweeps.trial.Cause;

/**
 * Whether a trial is tried again after a failure. What a driver's header says holds for the
 * failures of its epoch: a later driver with another number of retries changes no verdict that was
 * given.
 *
 * @param retries of a trial, for all causes that cost one
 */
public record RetryPolicy(int retries) {

  /** Executors that one trial may lose: more, and the trial is what kills them. */
  public static final int MAX_INFRASTRUCTURE_FAILURES = 10;

  /** A program's own error after which its trial is tried again; a second is no accident. */
  private static final int MAX_PROGRAM_ERRORS = 1;

  /**
   * Decides after a failure.
   *
   * @param cause of it
   * @param costly failures of the trial so far that cost a retry, this one included
   * @param infrastructure failures of the trial so far that were the platform's, this one included
   * @param programErrors failures of the trial so far by the user's program, this one included
   */
  public boolean triesAgain(Cause cause, int costly, int infrastructure, int programErrors) {
    return switch (cause) {
      case INFRASTRUCTURE -> infrastructure <= MAX_INFRASTRUCTURE_FAILURES;
      case TRANSIENT, TIMEOUT, OUT_OF_MEMORY -> costly <= retries;
      case PROGRAM_ERROR -> costly <= retries && programErrors <= MAX_PROGRAM_ERRORS;
      case TRIAL_FAULT, DIVERGENCE -> false;
    };
  }
}
