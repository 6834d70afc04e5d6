package org.attune.sweeps.state;

import org.attune.sweeps.event.Event;

/** Whether a sweep goes on: what every command, the report and the tables say of it. */
public enum SweepPhase {
  /** A driver is at it. */
  RUNNING("running"),
  /** Every trial has ended. */
  COMPLETED("completed"),
  /** The last run used its budget up; a larger one goes on. */
  OUT_OF_BUDGET("out of budget"),
  /** No driver is at it, and there is more to do; the same command goes on. */
  INTERRUPTED("interrupted");

  private final String label;

  SweepPhase(String label) {
    this.label = label;
  }

  /**
   * The phase of a sweep.
   *
   * @param driven whether a driver lives, as was found out before the view was taken
   */
  public static SweepPhase of(SweepView sweep, boolean driven) {
    if (sweep.completed().isPresent()) {
      return COMPLETED;
    }
    if (driven) {
      return RUNNING;
    }
    boolean budget = sweep.suspended().filter(Event.Suspended::budget).isPresent();
    return budget ? OUT_OF_BUDGET : INTERRUPTED;
  }

  /** As people read it. */
  public String label() {
    return label;
  }
}
