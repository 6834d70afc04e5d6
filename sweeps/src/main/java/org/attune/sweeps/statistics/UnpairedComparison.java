package org.attune.sweeps.statistics;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.apache.commons.math3.distribution.TDistribution;
import org.attune.api.Metric.Better;
import org.attune.sweeps.statistics.MeanTest.Interval;

/**
 * Two arms whose seeds have nothing in common, such as a cell and its confirmation with another
 * {@code seed}. The rules are those of {@link SeedComparison}, without pairs:
 *
 * <ul>
 *   <li><b>Welch's t</b> (Biometrika 34, 1947) judges the difference of the means.
 *   <li><b>Failed seeds</b> have the worst value of all, and exact {@linkplain RankSums rank sums}
 *       judge. For a metric without a better direction they count against any verdict.
 *   <li><b>Ranks</b> judge two modes too, where these {@linkplain Modes#matter matter}.
 *   <li><b>Floors.</b> By t, no one-sided p of n and m seeds is below 2^-(n + m): two modes
 *       separate them by chance that often. Values without a spread have the least p by ranks.
 * </ul>
 *
 * @param cell a value for each seed; NaN for one that failed
 * @param control likewise
 * @param cost of the looks at these seeds
 * @param modes the arms whose values are bimodal
 */
public record UnpairedComparison(
    double[] cell,
    double[] control,
    Better better,
    Rounding rounding,
    LookCost cost,
    Set<Arm> modes)
    implements ArmComparison {

  public UnpairedComparison {
    modes = Set.copyOf(modes);
  }

  /** The values of a cell in two sweeps: these may be bimodal themselves. */
  public static UnpairedComparison ofCell(
      double[] here, double[] first, Better better, Rounding rounding, LookCost cost) {
    Set<Arm> modes = Modes.of(Map.of(Arm.CELL, here, Arm.FIRST_CELL, first));
    return new UnpairedComparison(here, first, better, rounding, cost, modes);
  }

  /** Whether both arms have two seeds, failed ones among them. */
  public boolean testable() {
    return cell.length > 1 && control.length > 1;
  }

  @Override
  public double difference() {
    Summary ofCell = summary(cell);
    Summary ofControl = summary(control);
    double difference = ofCell.mean() - ofControl.mean();
    return Math.abs(difference) <= Rounding.FLOAT64.of(largest()) ? 0 : difference;
  }

  @Override
  public boolean rounded() {
    return failed() == 0
        && Math.abs(difference()) > 0
        && rounding.isBetween(summary(cell).mean(), summary(control).mean());
  }

  @Override
  public int failed() {
    return failed(cell) + failed(control);
  }

  /** The number of failed seeds of one of the arms. */
  public static int failed(double[] arm) {
    return (int) Arrays.stream(arm).filter(Double::isNaN).count();
  }

  @Override
  public boolean ranks() {
    return ranks(0);
  }

  @Override
  public double twoSided() {
    return !testable() || rounded() ? 1 : Math.min(1, 2 * Math.min(above(0), below(0)));
  }

  @Override
  public boolean least() {
    double p = Math.min(above(0), below(0));
    return testable() && p < .5 && MeanTest.isLeast(p, leastOneSided());
  }

  @Override
  public double leastTwoSided() {
    return Math.min(1, 2 * leastOneSided());
  }

  private double leastOneSided() {
    double separated = RankSums.least(cell.length, control.length);
    return ranks()
        ? paid(separated)
        : Math.max(standardError() > 0 ? 0 : paid(separated), leastByMeans());
  }

  private double leastByMeans() {
    return Math.pow(2, -cell.length - control.length);
  }

  /**
   * The differences that the test does not exclude at a two-sided level such as .05. Where so few
   * seeds cannot exclude 0, Welch's interval, widened to 0; NaN without a spread or any end.
   */
  @Override
  public Interval intervalBeside0(double level) {
    if (!testable() || Double.isNaN(difference())) {
      return Interval.NONE;
    }
    double error = standardError();
    if (!ranks()) {
      if (!(error > 0)) {
        return Interval.NONE;
      }
      double half =
          error * student().inverseCumulativeProbability(1 - level / 2 / cost.multiplier());
      Interval welch = new Interval(difference() - half, difference() + half);
      return leastTwoSided() > level
          ? new Interval(Math.min(welch.low(), 0), Math.max(welch.high(), 0))
          : welch;
    }
    double step = error > 0 ? error : Math.max(1e-9 * largest(), Double.MIN_NORMAL);
    double low = ExcludedMargins.end(difference(), -step, margin -> above(margin) <= level / 2);
    double high = ExcludedMargins.end(difference(), step, margin -> below(margin) <= level / 2);
    return Double.isInfinite(low) && Double.isInfinite(high)
        ? Interval.NONE
        : new Interval(low, high);
  }

  @Override
  public double above(double margin) {
    return ranks(margin)
        ? paid(RankSums.above(arm(cell, margin, false), arm(control, 0, true)))
        : byMeans(difference() - margin);
  }

  @Override
  public double below(double margin) {
    return ranks(margin)
        ? paid(RankSums.above(arm(control, 0, false), arm(cell, margin, true)))
        : byMeans(margin - difference());
  }

  private double byMeans(double distance) {
    double error = standardError();
    if (!testable() || Double.isNaN(distance)) {
      return 1;
    }
    double p =
        error > 0
            ? student().cumulativeProbability(-distance / error)
            : distance > 0 ? RankSums.least(cell.length, control.length) : 1;
    return Math.max(paid(p), leastByMeans());
  }

  private double paid(double probability) {
    return cost.paidOfAny(Math.min(cell.length, control.length), probability);
  }

  /**
   * An arm's values less a margin. Failed ones are the worst; without a better direction, whatever
   * is against the arm's being above, or below, the other.
   */
  private double[] arm(double[] values, double margin, boolean below) {
    double worst =
        better == Better.LOWER || better == Better.NEITHER && below
            ? Double.POSITIVE_INFINITY
            : Double.NEGATIVE_INFINITY;
    return Arrays.stream(values).map(v -> Double.isNaN(v) ? worst : v - margin).toArray();
  }

  private boolean ranks(double margin) {
    if (failed() > 0) {
      return true;
    }
    return !modes.isEmpty()
        && Modes.matter(
            Arrays.stream(cell)
                .flatMap(v -> Arrays.stream(control).map(other -> v - other - margin))
                .toArray());
  }

  private static Summary summary(double[] arm) {
    double[] known = Arrays.stream(arm).filter(value -> !Double.isNaN(value)).toArray();
    return Summary.of(known);
  }

  /** The standard error of the difference; 0 where both arms differ by rounding alone. */
  private double standardError() {
    double error = Math.sqrt(part(summary(cell)) + part(summary(control)));
    return error <= Rounding.FLOAT64.of(largest()) ? 0 : error;
  }

  private static double part(Summary arm) {
    return arm.std() * arm.std() / arm.n();
  }

  private TDistribution student() {
    Summary ofCell = summary(cell);
    Summary ofControl = summary(control);
    double sum = part(ofCell) + part(ofControl);
    double freedom =
        sum
            * sum
            / (part(ofCell) * part(ofCell) / (ofCell.n() - 1)
                + part(ofControl) * part(ofControl) / (ofControl.n() - 1));
    return new TDistribution(null, freedom);
  }

  private double largest() {
    return DoubleStream.concat(Arrays.stream(cell), Arrays.stream(control))
        .filter(value -> !Double.isNaN(value))
        .map(Math::abs)
        .max()
        .orElse(0);
  }
}
