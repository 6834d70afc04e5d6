package org.attune.api.trial;

import java.util.Locale;

/**
 * Why an attempt failed; it determines whether the trial is retried.
 *
 * <pre>{@code
 * Cause.OUT_OF_MEMORY.label(); // out-of-memory
 * Cause.of("timeout"); // TIMEOUT
 * }</pre>
 */
public enum Cause {
  /** An executor, a slot or the driver was lost: retried without using up a retry. */
  INFRASTRUCTURE,
  /** A possibly temporary problem, such as a failed read: retried. */
  TRANSIENT,
  /**
   * A user's program exited with an error code, for example after an exception: retried at most
   * once.
   */
  PROGRAM_ERROR,
  /** The configuration or its code cannot run: not retried. */
  TRIAL_FAULT,
  /** The loss became NaN or infinite, which is a result: not retried. */
  DIVERGENCE,
  /** The attempt took longer than the spec allows: retried. */
  TIMEOUT,
  /** Memory ran out: retried. */
  OUT_OF_MEMORY;

  /** The spelling in files and tables: {@code out-of-memory}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The cause with this label.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Cause of(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT).replace('-', '_'));
  }
}
