package org.attune.sweeps.lab;

import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.attune.sweeps.statistics.PoweredSeeds;

/**
 * The level at which a lab tests its next claims: LOND (Javanmard and Montanari, Ann. Statist. 46,
 * 2018), in the form for tables of claims.
 *
 * <p>A table of m claims, stated after n claims and D known discoveries, gets the level
 *
 * <pre>rate * (g(n+1) + ... + g(n+m)) * (D + m) / m,   g(t) = t^-1.2 / zeta(1.2)</pre>
 *
 * <p>Holm shares it among the table's claims. Then the false discovery rate is at most the rate.
 * Proof: let R be the lab's discoveries in the end, V the wrong ones of a table, and r all of the
 * table. R is at least D + r, and V is at most r, which is at most m. So V / R is at most m / (D +
 * m). Given all that was known when the table was stated, Holm bounds the probability that V is
 * above 0 by the table's level. So the expectation of V / R is at most the rate times the sum of
 * the table's g. All g add up to 1.
 *
 * <p>The proof needs one thing: that bound, given what was known. A lab provides it, because it
 * draws a table's seed after the table is stated. The proof needs no independence. The claims of a
 * table share a control. Tables run at the same time, and results come late or never. p-values are
 * conservative. What is claimed next depends on what was found.
 *
 * <p>LORD++ (Ramdas et al., 2017), SAFFRON (Ramdas et al., 2018) and ADDIS (Tian and Ramdas, 2019)
 * have higher levels after discoveries. They bound the false discovery rate for independent
 * p-values. With dependence, or for asynchronous tests (Zrnic et al., JMLR 22, 2021), they bound
 * the ratio of two expectations instead. An agent that stops after its first lucky find can exceed
 * the rate then. It cannot exceed LOND's.
 *
 * @param rate of false discoveries, between 0 and 1
 * @param claims stated so far
 * @param discoveries claims whose verdict shows something, so far
 */
public record Wealth(double rate, int claims, int discoveries) {

  /** The default rate. */
  public static final double RATE = 0.05;

  /** Falls slowly, so that old labs have power, and is large at first, so that young ones do. */
  private static final double DECAY = 1.2;

  /** Riemann's zeta function at {@link #DECAY}. */
  private static final double ZETA = 5.591582441177751;

  private static final int MOST_SEEDS = 1_000;

  public Wealth {
    if (!(rate > 0 && rate < 1)) {
      throw new IllegalArgumentException("Invalid rate %s: it is between 0 and 1".formatted(rate));
    }
  }

  /** The level of a table with this many claims, if it is stated next; at most the rate. */
  public double level(int table) {
    return Math.min(rate, rate * share(table) * (discoveries + table) / table);
  }

  /** The part of the lab's whole wealth that a table with this many claims costs. */
  public double share(int table) {
    return IntStream.rangeClosed(claims + 1, claims + table).mapToDouble(Wealth::part).sum();
  }

  /** The part of the lab's whole wealth that is left; it never reaches 0. */
  public double left() {
    return 1 - IntStream.rangeClosed(1, claims).mapToDouble(Wealth::part).sum();
  }

  /**
   * The seeds per cell that a single claim needs to be shown with probability .8, if it is stated
   * next and all its seeds are tested at once.
   *
   * @param effect in standard deviations of the paired differences
   * @return empty if more than 1,000 are needed
   */
  public OptionalInt seeds(double effect) {
    return PoweredSeeds.of(effect, level(1) / 2, MOST_SEEDS);
  }

  private static double part(int claim) {
    return Math.pow(claim, -DECAY) / ZETA;
  }
}
