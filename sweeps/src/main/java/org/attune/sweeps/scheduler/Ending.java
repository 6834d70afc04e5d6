package org.attune.sweeps.scheduler;

/**
 * Why a sweep runs no further.
 *
 * @param kind whether there is more to do
 * @param reason for people
 */
public record Ending(Kind kind, String reason) {

  /** Whether there is more to do. */
  public enum Kind {
    /** Every trial has ended. */
    COMPLETE,
    /** The budget is used up; a larger one goes on. */
    BUDGET,
    /** Someone ended the run; the same command goes on. */
    INTERRUPTED
  }

  static final Ending COMPLETE = new Ending(Kind.COMPLETE, "every trial has ended");
}
