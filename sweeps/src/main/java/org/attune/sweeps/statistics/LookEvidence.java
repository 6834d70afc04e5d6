package org.attune.sweeps.statistics;

/** What the seeds of one look tell; one-sided, corrected for the looks. */
public interface LookEvidence {

  /** The probability of results this high or higher if the difference is {@code margin}. */
  double above(double margin, LookCost cost);

  /** The probability of results this low or lower if the difference is {@code margin}. */
  double below(double margin, LookCost cost);

  /** Whether so few seeds can give no smaller probability than this one-sided one. */
  boolean least(double probability, double margin, LookCost cost);
}
