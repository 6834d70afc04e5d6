package org.attune.sweeps.state;

import org.attune.sweeps.event.Event;

/** The phase of a sweep, as shown by every command, the report and the tables. */
public enum SweepPhase {
  /** A driver is running it. */
  RUNNING("running"),
  /** Every trial has ended. */
  COMPLETED("completed"),
  /** The last run used up its budget; a larger budget resumes the sweep. */
  OUT_OF_BUDGET("out of budget"),
  /** No driver is running it, and trials remain; the same command resumes it. */
  INTERRUPTED("interrupted");

  private final String label;

  SweepPhase(String label) {
    this.label = label;
  }

  /**
   * The phase of a sweep.
   *
   * @param driven whether a driver is alive, checked before the view was taken
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

  /** The spelling for people. */
  public String label() {
    return label;
  }
}
