package org.attune.api.catalog;

import java.util.SplittableRandom;

/** The formulas that grow from one formula by small changes, within a size. */
public interface Growth {

  /** Returns the formula that all others grow from, in canonical spelling. */
  String start();

  /** Returns how much larger than the start a formula may be. */
  int steps();

  /** Whether a text is the canonical spelling of a formula within the size. */
  boolean has(String formula);

  /**
   * Returns a formula that differs in one random change; the formula itself if no change was found.
   * Equal random numbers give equal formulas.
   */
  String rewritten(String formula, SplittableRandom random);
}
