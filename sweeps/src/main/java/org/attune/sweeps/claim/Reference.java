package org.attune.sweeps.claim;

import org.attune.sweeps.catalog.Numbers;

/** What a claim compares its cell with. */
public sealed interface Reference {

  /**
   * A cell's metric, seed by seed, perhaps a multiple of it.
   *
   * @param measure the cell and the metric
   * @param times what it is multiplied by; 1 for the metric itself
   */
  record OfCell(Measure measure, double times) implements Reference {
    @Override
    public String toString() {
      return (times == 1 ? "" : Numbers.canonical(times) + " times ") + measure.label();
    }
  }

  /** A number said beforehand. */
  record OfNumber(double value) implements Reference {
    @Override
    public String toString() {
      return Numbers.canonical(value);
    }
  }
}
