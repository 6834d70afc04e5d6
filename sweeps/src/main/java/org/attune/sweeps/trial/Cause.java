package org.attune.sweeps.trial;

import java.util.Locale;

/** Why an attempt failed; it decides whether the trial is tried again. */
public enum Cause {
  /** An executor, a slot or the driver was lost: tried again at no cost to the trial's retries. */
  INFRASTRUCTURE,
  /** Something that may go away, such as a read that failed: tried again. */
  TRANSIENT,
  /** A user's program ended with an exit code, as by an exception: tried again once at most. */
  PROGRAM_ERROR,
  /** The configuration or its code cannot run: not tried again. */
  TRIAL_FAULT,
  /** The loss became NaN or infinite: a result, not tried again. */
  DIVERGENCE,
  /** The attempt took longer than the spec allows: tried again. */
  TIMEOUT,
  /** Memory ran out: tried again. */
  OUT_OF_MEMORY;

  /** As files and tables spell it: {@code out-of-memory}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The cause with a label.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static Cause of(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT).replace('-', '_'));
  }
}
