package org.attune.sweeps.state;

import org.attune.api.trial.Cause;

/**
 * Whether a trial is retried after a failure. A driver's header applies to the failures of its
 * epoch: a later driver with another number of retries does not change earlier decisions.
 *
 * @param retries per trial, counting all causes that use one up
 */
public record RetryPolicy(int retries) {

  /**
   * The most executors that one trial may lose; beyond this, the trial is presumed to kill them.
   */
  public static final int MAX_INFRASTRUCTURE_FAILURES = 10;

  /**
   * The number of a program's own errors after which its trial is retried; a second error is no
   * accident.
   */
  private static final int MAX_PROGRAM_ERRORS = 1;

  /**
   * Decides after a failure.
   *
   * @param cause of it
   * @param failures of the trial so far, including this one
   */
  public boolean triesAgain(Cause cause, Failures failures) {
    return switch (cause) {
      case INFRASTRUCTURE -> failures.infrastructure() <= MAX_INFRASTRUCTURE_FAILURES;
      case TRANSIENT, TIMEOUT, OUT_OF_MEMORY -> failures.costly() <= retries;
      case PROGRAM_ERROR ->
          failures.costly() <= retries && failures.programErrors() <= MAX_PROGRAM_ERRORS;
      case TRIAL_FAULT, DIVERGENCE -> false;
    };
  }
}
