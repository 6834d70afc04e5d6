package org.attune.sweeps.analysis;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.attune.sweeps.statistics.Arm;
import org.attune.sweeps.statistics.MeanTest.Interval;
import org.attune.sweeps.statistics.SeedComparison;
import org.attune.sweeps.statistics.Summary;

/**
 * Two values of one axis, compared by differences between cells that are otherwise equal.
 *
 * <p>A comparison is untested if a search chose the sweep's cells by results. It then has no
 * probabilities, no interval and no effect size: these are NaN.
 *
 * @param axis key of the axis
 * @param first the value with the better mean, or with the lower mean if the objective has no
 *     better direction. Where trials failed, ranks say which is the better one
 * @param second the other value
 * @param bySeed true if each seed gives one difference, the mean over the settings. False if there
 *     is only one seed: each setting of the other axes then gives one difference
 * @param settings number of settings of the other axes at which both values have a result
 * @param difference the mean of first minus second, of the trials that finished; NaN for none
 * @param seeds the comparison: first minus second, in the objective's unit
 * @param error of the interval, which Holm's method gives; NaN without a test
 * @param effectSize Hedges' g of the differences (J. Educ. Stat. 6, 1981): their mean in standard
 *     deviations, corrected for bias at small n; NaN if n is below 3, if they have no spread, if a
 *     trial failed, or if the comparison is untested
 * @param probability two-sided, over all looks
 * @param adjusted the probability, adjusted by Holm's method over all comparisons of the sweep; NaN
 *     before the adjustment
 * @param shown whether a difference is shown: {@code adjusted} is at most 0.05, and the test of all
 *     cells or of an axis shows an effect. A row of the table of cells that is the same comparison
 *     decides it, where there is one
 */
public record PairedComparison(
    String axis,
    String first,
    String second,
    boolean bySeed,
    int settings,
    double difference,
    SeedComparison seeds,
    double error,
    double effectSize,
    double probability,
    double adjusted,
    boolean shown) {

  /** Means of the same values in another order differ by less, relatively. */
  private static final double ROUNDING = 1e-9;

  static PairedComparison of(
      String axis,
      String first,
      String second,
      boolean bySeed,
      int settings,
      double difference,
      SeedComparison seeds) {
    return new PairedComparison(
        axis,
        first,
        second,
        bySeed,
        settings,
        difference,
        seeds,
        Double.NaN,
        seeds.failed() > 0 ? Double.NaN : effectSize(seeds.last().orElseThrow().test().summary()),
        seeds.twoSided(),
        Double.NaN,
        false);
  }

  private static double effectSize(Summary summary) {
    double forFewSeeds = 1 - 3 / (4.0 * (summary.n() - 1) - 1); // Hedges' correction
    return summary.n() > 2 && summary.std() > 0
        ? forFewSeeds * summary.mean() / summary.std()
        : Double.NaN;
  }

  /** The number of differences, failed ones among them; at least 2. */
  public int n() {
    return seeds.last().orElseThrow().seeds().size();
  }

  /** The word for what gives one difference each: seeds or settings. */
  public String counted() {
    return bySeed ? "seeds" : "settings";
  }

  /** The number of differences that a failed trial leaves without a number. */
  public int failed() {
    return seeds.failed();
  }

  /** Whether signed ranks judge the differences, not Student's t. */
  public boolean ranks() {
    return seeds.ranks();
  }

  /** Which values' outcomes have two modes, where ranks judge for that and no trial failed. */
  public List<String> twoModes() {
    boolean byModes = ranks() && failed() == 0 && !Double.isNaN(adjusted);
    return Stream.of(Arm.CELL, Arm.CONTROL)
        .filter(arm -> byModes && seeds.modes().contains(arm))
        .map(arm -> arm == Arm.CELL ? first : second)
        .toList();
  }

  /** Whether the probability is the smallest that this number of differences can give. */
  public boolean least() {
    return !Double.isNaN(probability) && seeds.least();
  }

  /**
   * This comparison where failed trials contradict finished ones. It then counts with p 1 among the
   * others, and shows nothing.
   */
  PairedComparison opposed() {
    return with(error, effectSize, 1, adjusted, false);
  }

  /** Whether failed trials and finished ones disagree. */
  boolean isOpposed() {
    return failed() > 0 && probability == 1 && seeds.twoSided() < 1;
  }

  /** Whether it is tested, and its differences come from rounding alone. */
  boolean isRounding() {
    return !Double.isNaN(probability) && !shown && seeds.rounded();
  }

  /** Whether it has too few differences to show anything at its level, however large they are. */
  boolean undecidable() {
    return !isOpposed() && !shown && !Double.isNaN(error) && seeds.leastTwoSided() > error;
  }

  /** Whether it would be shown if the sweep showed an effect. */
  public boolean hidden() {
    return !shown && adjusted <= SeedComparison.LEVEL;
  }

  /**
   * Why a comparison that looks decided is not shown: its differences are too few, or no test of an
   * axis shows anything. Empty if it is shown, if its own p is too large, and without a test.
   */
  public Optional<String> whyNotShown() {
    if (isOpposed()) {
      return Optional.of("failures and finished trials disagree");
    }
    if (isRounding()) {
      return Optional.of(CellPair.PairVerdict.ROUNDING.label());
    }
    if (undecidable()) {
      return Optional.of("%d %s cannot show it".formatted(n(), counted()));
    }
    return hidden() ? Optional.of("no axis is shown") : Optional.empty();
  }

  /**
   * Adjusts it for all comparisons of the sweep.
   *
   * @param newAdjusted the adjusted probability
   * @param newError the probability that the interval misses the difference, as Holm's method
   *     shares it out
   * @param sweepShows whether the sweep shows some effect
   */
  PairedComparison adjusted(double newAdjusted, double newError, boolean sweepShows) {
    boolean isShown = sweepShows && newAdjusted <= SeedComparison.LEVEL;
    return with(newError, effectSize, probability, newAdjusted, isShown);
  }

  /** Whether a row of the table of cells compares the same two values, and nothing else. */
  boolean is(RowAxis rowAxis) {
    return axis.equals(rowAxis.axis())
        && bySeed
        && n() == rowAxis.row().all()
        && Set.of(first, second).equals(Set.of(rowAxis.level(), rowAxis.controlLevel()));
  }

  /**
   * Whether a row of tuned cells has the same difference. A row that also averages over other tuned
   * values has another one.
   */
  boolean hasDifferenceOf(CellPair row) {
    double size = Math.abs(row.difference());
    return settings == row.settings().size()
        && Math.abs(Math.abs(difference) - size) <= ROUNDING * size;
  }

  /** The result of the row that is the same comparison. */
  PairedComparison like(RowAxis axis) {
    CellPair row = axis.row();
    boolean isShown = row.verdict().shown() || row.verdict() == CellPair.PairVerdict.TO_CONFIRM;
    return with(row.error(), effectSize, probability, row.adjusted(), isShown);
  }

  /**
   * The interval of the difference, in the objective's unit: it excludes 0 exactly if {@code
   * adjusted} is at most 0.05. NaN without a test.
   */
  public Interval interval() {
    return Double.isNaN(error) ? Interval.NONE : seeds.intervalBeside0(error);
  }

  /** The difference alone, where no test holds. */
  PairedComparison untested() {
    return with(Double.NaN, Double.NaN, Double.NaN, Double.NaN, false);
  }

  private PairedComparison with(
      double newError,
      double newEffectSize,
      double newProbability,
      double newAdjusted,
      boolean isShown) {
    return new PairedComparison(
        axis,
        first,
        second,
        bySeed,
        settings,
        difference,
        seeds,
        newError,
        newEffectSize,
        newProbability,
        newAdjusted,
        isShown);
  }
}
