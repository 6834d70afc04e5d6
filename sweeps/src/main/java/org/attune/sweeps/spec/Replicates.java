package org.attune.sweeps.spec;

import org.attune.sweeps.statistics.Looks;

/**
 * The number of seeds per cell.
 *
 * @param atLeast seeds of every cell, 1 or more
 * @param atMost most seeds of a cell; more than {@code atLeast} only if claims decide
 * @param untilDecided whether a cell gets more than {@code atLeast} only while a claim about it is
 *     undecided
 * @param tuning additional seeds for each setting of the largest tuned arm
 */
public record Replicates(int atLeast, int atMost, boolean untilDecided, int tuning) {

  /** The default number of tuning seeds. */
  public static final int TUNING = 2;

  /** Replicates with the default number of tuning seeds. */
  public Replicates(int atLeast, int atMost, boolean untilDecided) {
    this(atLeast, atMost, untilDecided, TUNING);
  }

  /** Equally many seeds for each cell. */
  public static Replicates of(int number) {
    return new Replicates(number, number, false, TUNING);
  }

  /** The looks at which the sweep's claims are judged. */
  public Looks looks() {
    return untilDecided ? Looks.between(atLeast, atMost) : Looks.once(atMost);
  }
}
