package org.attune.sweeps.claim;

import org.attune.sweeps.statistics.Looks;

/**
 * What a claim's first seeds say, at one look. Probabilities are one-sided, with all looks paid
 * for, before several claims are.
 */
interface Evidence {

  /**
   * The chance that seeds look so well when the true difference is {@code margin} or less.
   *
   * @param looks of which this is one
   */
  double above(double margin, Looks looks);

  /** The chance that seeds look so bad when the true difference is {@code margin} or more. */
  double below(double margin, Looks looks);

  /**
   * What was found.
   *
   * @param margin that decides
   * @param low end of the interval over all looks
   * @param high its other end
   */
  Finding.Effect effect(double margin, double low, double high);
}
