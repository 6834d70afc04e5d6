package org.attune.sweeps.statistics;

/** What the seeds of one look tell; one-sided, corrected for the looks. */
public interface LookEvidence {

  /** The probability of results this high or higher if the difference is {@code margin}. */
  double above(double margin, LookCost cost);

  /** The probability of results this low or lower if the difference is {@code margin}. */
  double below(double margin, LookCost cost);

  /** Whether this one-sided probability is the smallest that this number of seeds can give. */
  boolean least(double probability, double margin, LookCost cost);
}
