package org.attune.sweeps.spec;

/** Which cells of the space are tried, and in what order. */
public sealed interface SearchPlan {

  /** Every cell, the last axis varying fastest. */
  record Grid() implements SearchPlan {}

  /**
   * Cells drawn independently and at random, none twice.
   *
   * @param trials how many cells, replicates not counted
   */
  record Random(long trials) implements SearchPlan {}
}
