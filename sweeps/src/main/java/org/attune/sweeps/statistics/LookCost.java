package org.attune.sweeps.statistics;

/** The cost of several looks at results: a corrected probability is valid over all of them. */
public interface LookCost {

  /** A single look costs nothing. */
  LookCost FREE = of(1);

  /**
   * A t-test's probability at one look, corrected for all.
   *
   * @param look its number of seeds
   */
  double paid(int look, double probability);

  /** Like {@link #paid}, for any kind of test. */
  double paidOfAny(int look, double probability);

  /** The number by which a plain test's p is multiplied; 1 where planned looks share the error. */
  double multiplier();

  /** Multiplies each probability by the number of looks. */
  static LookCost of(int looks) {
    return new LookCost() {
      @Override
      public double paid(int look, double probability) {
        return Math.min(1, looks * probability);
      }

      @Override
      public double paidOfAny(int look, double probability) {
        return paid(look, probability);
      }

      @Override
      public double multiplier() {
        return looks;
      }
    };
  }
}
