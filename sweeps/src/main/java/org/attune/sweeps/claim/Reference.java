package org.attune.sweeps.claim;

import java.util.function.UnaryOperator;
import org.attune.api.catalog.Numbers;

/** The cell or number to which a claim compares its cell. */
public sealed interface Reference {

  /** The same reference, about another measure where it is a cell's. */
  default Reference about(UnaryOperator<Measure> other) {
    return this instanceof OfCell cell
        ? new OfCell(other.apply(cell.measure()), cell.times())
        : this;
  }

  /**
   * A cell's metric, seed by seed, optionally multiplied.
   *
   * @param measure the cell and the metric
   * @param times the factor; 1 for the metric itself
   */
  record OfCell(Measure measure, double times) implements Reference {
    @Override
    public String toString() {
      return (times == 1 ? "" : Numbers.canonical(times) + " times ") + measure.label();
    }
  }

  /** A number stated in advance. */
  record OfNumber(double value) implements Reference {
    @Override
    public String toString() {
      return Numbers.canonical(value);
    }
  }
}
