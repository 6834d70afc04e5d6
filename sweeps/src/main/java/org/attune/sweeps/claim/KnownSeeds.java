package org.attune.sweeps.claim;

/** Results, some of them known before claims were stated. */
@FunctionalInterface
public interface KnownSeeds {

  /**
   * The number of seeds, counted from the first, whose results were known when a claim was stated:
   * another sweep had trained them. They are no evidence for the claim.
   */
  int known(Claim claim);
}
