package org.attune.sweeps.spec;

import org.attune.sweeps.statistics.Looks;

/**
 * How many seeds each cell gets.
 *
 * @param atLeast what every cell gets, 1 or more
 * @param atMost what no cell exceeds; more than {@code atLeast} only where claims decide
 * @param untilDecided whether a cell gets more than {@code atLeast} only while a claim about it is
 *     open
 * @param tuning seeds on which each setting of the largest tuned arm is tried, beside those
 */
public record Replicates(int atLeast, int atMost, boolean untilDecided, int tuning) {

  /** Tuning seeds where the file says nothing. */
  public static final int TUNING = 2;

  /** Seeds with the usual number for tuning. */
  public Replicates(int atLeast, int atMost, boolean untilDecided) {
    this(atLeast, atMost, untilDecided, TUNING);
  }

  /** The same number of seeds for each cell. */
  public static Replicates of(int number) {
    return new Replicates(number, number, false, TUNING);
  }

  /** When the claims of the sweep are looked at. */
  public Looks looks() {
    return untilDecided ? Looks.between(atLeast, atMost) : Looks.once(atMost);
  }
}
