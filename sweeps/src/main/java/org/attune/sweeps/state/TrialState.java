package org.attune.sweeps.state;

import java.util.Locale;

/** Where a trial, or one attempt at it, stands. */
public enum TrialState {
  /** Waiting for a slot: not started yet, or to be tried again. */
  PENDING,
  /** In a slot. */
  RUNNING,
  /** Trained to its end. */
  FINISHED,
  /** Ended early on purpose, with a result. */
  STOPPED,
  /** Ended without a result, for good. */
  FAILED,
  /**
   * Given up without a verdict: its driver died, another attempt was first, or the budget ended.
   */
  ABANDONED;

  /** As files and tables spell it: {@code finished}. */
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
