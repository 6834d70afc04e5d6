package org.attune.sweeps.scheduler;

/**
 * Why a sweep stops running.
 *
 * @param kind whether there is more to run
 * @param reason for people
 */
public record Ending(Kind kind, String reason) {

  /** Whether there is more to run. */
  public enum Kind {
    /** Every trial has ended. */
    COMPLETE,
    /** The budget is used up; a larger budget resumes the sweep. */
    BUDGET,
    /** Someone ended the run; the same command resumes it. */
    INTERRUPTED,
    /** The next trial waited too long for slots; the same command resumes it. */
    GAVE_UP
  }

  static final Ending COMPLETE = new Ending(Kind.COMPLETE, "every trial has ended");
}
