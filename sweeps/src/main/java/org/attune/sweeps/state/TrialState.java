package org.attune.sweeps.state;

import java.util.Locale;

/** The state of a trial, or of one attempt at it. */
public enum TrialState {
  /** Waiting for a slot: not started yet, or due for a retry. */
  PENDING,
  /** Running in a slot. */
  RUNNING,
  /** Trained to its end. */
  FINISHED,
  /** Ended early on purpose, with a result. */
  STOPPED,
  /** Ended without a result, permanently. */
  FAILED,
  /**
   * Abandoned without a verdict: its driver died, its checkpoint was damaged, another attempt ended
   * first, or the budget was used up.
   */
  ABANDONED;

  /** The spelling in files and tables: {@code finished}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether it has ended. */
  public boolean terminal() {
    return this != PENDING && this != RUNNING;
  }

  /** Whether it has ended with a result. */
  public boolean successful() {
    return this == FINISHED || this == STOPPED;
  }
}
