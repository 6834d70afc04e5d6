package org.attune.sweeps.state;

import org.attune.api.trial.Cause;

/**
 * A trial's failures so far. The journal's state and the scheduler count by this one rule.
 *
 * @param costly those that use up a retry
 * @param infrastructure those caused by the platform
 * @param programErrors those caused by the user's program, which are costly too
 */
public record Failures(int costly, int infrastructure, int programErrors) {

  /** Before the first failure. */
  public static final Failures NONE = new Failures(0, 0, 0);

  /** Counts a failure. */
  public Failures and(Cause cause) {
    boolean platform = cause == Cause.INFRASTRUCTURE;
    return new Failures(
        costly + (platform ? 0 : 1),
        infrastructure + (platform ? 1 : 0),
        programErrors + (cause == Cause.PROGRAM_ERROR ? 1 : 0));
  }
}
