package org.attune.sweeps.claim;

import org.attune.sweeps.statistics.Looks;

/**
 * The evidence of a claim's first seeds at one look. Probabilities are one-sided and corrected for
 * all looks, but not yet for several claims.
 */
interface Evidence {

  /**
   * The probability of results this high or higher if the true difference is {@code margin} or
   * less.
   *
   * @param looks all looks, including this one
   */
  double above(double margin, Looks looks);

  /**
   * The probability of results this low or lower if the true difference is {@code margin} or more.
   */
  double below(double margin, Looks looks);

  /**
   * Whether so many seeds can give no smaller probability.
   *
   * @param probability one-sided, of this evidence
   * @param margin the deciding margin
   */
  boolean least(double probability, double margin, Looks looks);

  /**
   * The effect found.
   *
   * @param margin the deciding margin
   * @param low lower end of the interval over all looks
   * @param high its upper end
   */
  Finding.Effect effect(double margin, double low, double high);
}
