package org.attune.sweeps.spec;

import org.attune.sweeps.statistics.Looks;

/**
 * How many seeds each cell gets.
 *
 * @param atLeast what every cell gets, 1 or more
 * @param atMost what no cell exceeds; more than {@code atLeast} only where claims decide
 * @param untilDecided whether a cell gets more than {@code atLeast} only while a claim about it is
 *     open
 */
public record Replicates(int atLeast, int atMost, boolean untilDecided) {

  /** The same number of seeds for each cell. */
  public static Replicates of(int number) {
    return new Replicates(number, number, false);
  }

  /** When the claims of the sweep are looked at. */
  public Looks looks() {
    return untilDecided ? Looks.between(atLeast, atMost) : Looks.once(atMost);
  }
}
