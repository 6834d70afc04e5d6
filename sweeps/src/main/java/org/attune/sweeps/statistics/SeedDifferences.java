package org.attune.sweeps.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.attune.api.Metric.Better;

/**
 * The differences of one look, one for each seed.
 *
 * @param modes the arms whose values are bimodal
 * @param rounded whether all differences come from rounding alone
 * @param identical whether the arms are one: no seed has a difference, and each seed has a value of
 *     its own. Where all is solved, seeds share one
 */
public record SeedDifferences(
    List<Seed> seeds, Set<Arm> modes, double largest, boolean rounded, boolean identical)
    implements LookEvidence {

  public SeedDifferences {
    seeds = List.copyOf(seeds);
    modes = Set.copyOf(modes);
  }

  /** The least and the largest difference that a seed may stand for; infinite if it failed. */
  record Seed(double low, double high, double unit) {

    private static Seed of(SeedPair pair, Better better) {
      boolean cellFailed = Double.isNaN(pair.cell());
      boolean controlFailed = Double.isNaN(pair.control());
      if (!cellFailed && !controlFailed && !Double.isNaN(pair.unit())) {
        return new Seed(pair.cell() - pair.control(), pair.cell() - pair.control(), pair.unit());
      }
      if (cellFailed == controlFailed || better == Better.NEITHER) {
        return new Seed(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 0);
      }
      double worst = better == Better.LOWER ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
      return new Seed(cellFailed ? worst : -worst, cellFailed ? worst : -worst, 0);
    }

    private boolean failed() {
      return Double.isInfinite(low) || Double.isInfinite(high);
    }
  }

  /** With fewer seeds, a metric with few values may be equal by chance. */
  private static final int FEWEST_IDENTICAL = 3;

  /** The arms of pairs that are bimodal. */
  static Set<Arm> modes(List<SeedPair> pairs) {
    return Modes.of(
        Map.of(
            Arm.CELL, pairs.stream().mapToDouble(SeedPair::cell).toArray(),
            Arm.CONTROL, pairs.stream().mapToDouble(SeedPair::control).toArray()));
  }

  static SeedDifferences of(List<SeedPair> pairs, Better better, Set<Arm> modes) {
    boolean equal = pairs.stream().allMatch(pair -> pair.cell() == pair.control());
    boolean rounded = pairs.stream().anyMatch(SeedPair::rounded);
    return new SeedDifferences(
        pairs.stream().map(pair -> Seed.of(pair, better)).toList(),
        modes,
        pairs.stream().mapToDouble(SeedPair::largest).max().orElse(0),
        equal && rounded,
        equal && !rounded && pairs.size() >= FEWEST_IDENTICAL && apart(pairs));
  }

  private static boolean apart(List<SeedPair> pairs) {
    return pairs.stream().mapToDouble(SeedPair::cell).distinct().count() == pairs.size();
  }

  @Override
  public double above(double margin, LookCost cost) {
    double[] values = less(margin, Seed::low);
    return byRanks(values)
        ? cost.paidOfAny(seeds.size(), SignedRanks.above(values))
        : byMeans(means(values).above(0), cost);
  }

  @Override
  public double below(double margin, LookCost cost) {
    double[] values = less(margin, Seed::high);
    return byRanks(values)
        ? cost.paidOfAny(seeds.size(), SignedRanks.below(values))
        : byMeans(means(values).below(0), cost);
  }

  private double byMeans(double probability, LookCost cost) {
    return Math.max(cost.paid(seeds.size(), probability), MeanTest.leastOfPairs(seeds.size()));
  }

  private MeanTest means(double[] values) {
    return MeanTest.ofDifferences(values, largest);
  }

  @Override
  public boolean least(double probability, double margin, LookCost cost) {
    return MeanTest.isLeast(probability, least(seeds.size(), margin, cost));
  }

  /** The least one-sided probability that this many seeds give by the same test. */
  double least(int n, double margin, LookCost cost) {
    double[] values = less(margin, Seed::low);
    if (byRanks(values)) {
      return leastByRanks(n, cost);
    }
    return means(values).bySigns()
        ? Math.max(cost.paid(n, MeanTest.leastBySigns(n)), MeanTest.leastOfPairs(n))
        : MeanTest.leastOfPairs(n);
  }

  /** The least one-sided probability that ranks give at a look with this many seeds. */
  public static double leastByRanks(int seeds, LookCost cost) {
    return cost.paidOfAny(seeds, MeanTest.leastBySigns(seeds));
  }

  /** Whether ranks judge at a margin: seeds failed, or the values are bimodal and it matters. */
  public boolean ranks(double margin) {
    return byRanks(less(margin, Seed::low));
  }

  private boolean byRanks(double[] values) {
    return failed() > 0 || (!modes.isEmpty() && Modes.matter(values));
  }

  private double[] less(double margin, ToDoubleFunction<Seed> value) {
    return seeds.stream()
        .mapToDouble(seed -> value.applyAsDouble(seed) - margin * seed.unit())
        .toArray();
  }

  /**
   * The one-sided probability that ranks would give if there were another number of seeds. Each
   * difference found keeps its present frequency among them.
   *
   * @param higher whether differences are to be above the margin, else below it
   */
  double repeatedByRanks(int seeds, double margin, boolean higher) {
    double[] found = less(margin, higher ? Seed::low : Seed::high);
    Arrays.sort(found);
    double[] repeated = new double[seeds];
    Arrays.setAll(repeated, i -> found[(int) ((i + .5) * found.length / seeds)]);
    return higher ? SignedRanks.above(repeated) : SignedRanks.below(repeated);
  }

  /** The number of seeds at which an arm failed. */
  public int failed() {
    return (int) seeds.stream().filter(Seed::failed).count();
  }

  /** The number of seeds that count as the lowest possible difference. */
  public int lowest() {
    return (int) seeds.stream().filter(seed -> seed.low() == Double.NEGATIVE_INFINITY).count();
  }

  /** The number of seeds that count as the highest possible difference. */
  public int highest() {
    return (int) seeds.stream().filter(seed -> seed.high() == Double.POSITIVE_INFINITY).count();
  }

  private List<Seed> known() {
    return seeds.stream().filter(seed -> !seed.failed()).toList();
  }

  /** Student's test of the seeds at which neither arm failed, in the metric's unit. */
  public MeanTest test() {
    return means(known().stream().mapToDouble(Seed::low).toArray());
  }

  /** The mean difference, in the seeds' units; NaN if all failed. */
  public double mean() {
    double units = known().stream().mapToDouble(Seed::unit).sum();
    return known().stream().mapToDouble(Seed::low).sum() / units;
  }

  /** The standard deviation over seeds, in the same unit; NaN for fewer than two values. */
  public double deviation() {
    double mean = mean();
    double unit = known().stream().mapToDouble(Seed::unit).average().orElse(Double.NaN);
    double[] rest = known().stream().mapToDouble(s -> s.low() - mean * s.unit()).toArray();
    return Summary.of(rest).std() / unit;
  }
}
