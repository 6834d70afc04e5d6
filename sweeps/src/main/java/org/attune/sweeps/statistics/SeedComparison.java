package org.attune.sweeps.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.attune.api.Metric.Better;
import org.attune.sweeps.statistics.MeanTest.Interval;

/**
 * The one rule by which two arms are compared: claims, rows of the table of cells and values of an
 * axis all use it. {@code docs/comparing.md} states it.
 *
 * <ul>
 *   <li><b>Pairs.</b> A seed gives one difference, that of both arms. Over several settings it is
 *       the difference of the means.
 *   <li><b>Failed seeds.</b> An arm that failed or diverged at a seed has the worst value there. A
 *       seed at which both failed counts against whatever is to be shown. So does any failed seed
 *       of a metric without a better direction.
 *   <li><b>Rounding.</b> A difference that {@link Rounding} of the metric explains is 0.
 *   <li><b>Ranks.</b> Student's t judges the differences. Exact signed ranks judge them if a seed
 *       failed, or if an arm is bimodal and its modes {@linkplain Modes#matter matter}.
 *   <li><b>Floors.</b> By t, no one-sided p of n seeds is below {@linkplain MeanTest#leastOfPairs
 *       4^-n}. Equal differences have {@linkplain MeanTest#leastBySigns 2^-n}.
 *   <li><b>Looks.</b> Each look tests its first seeds. The smallest p of the looks counts, after
 *       {@link LookCost} has corrected it. The floor of t needs no correction: seeds that separate
 *       at a later look separate at all earlier ones.
 *   <li><b>Holm.</b> The comparisons of one {@link Family} share {@link #LEVEL}.
 * </ul>
 *
 * @param looks what the seeds of each look tell, in order; empty before the first
 * @param cost of the looks
 */
public record SeedComparison(List<LookEvidence> looks, LookCost cost) {

  /** The probability that a family shows anything wrong. */
  public static final double LEVEL = 0.05;

  private static final double TINY = 1e-9;

  /** What halving leaves of 0 where all seeds agree. */
  private static final double TRACE = 1e-20;

  /** What the seeds of one look tell; one-sided, corrected for the looks. */
  public interface LookEvidence {

    /** The probability of results this high or higher if the difference is {@code margin}. */
    double above(double margin, LookCost cost);

    /** The probability of results this low or lower if the difference is {@code margin}. */
    double below(double margin, LookCost cost);

    /** Whether this one-sided probability is the smallest that this number of seeds can give. */
    boolean least(double probability, double margin, LookCost cost);
  }

  /**
   * One seed's values of both arms; NaN for an arm that failed.
   *
   * @param unit of the difference: 1, or such as the control's distance from its floor; NaN if it
   *     is unknown, which counts as a failure of both
   * @param largest absolute value behind them: it says what is rounding
   * @param rounded whether the arms differed, and by rounding alone: then the cell has the
   *     control's value
   */
  public record Pair(double cell, double control, double unit, double largest, boolean rounded) {

    /** A pair of doubles whose differences are in the metric's unit. */
    public static Pair of(double cell, double control) {
      return of(cell, control, 1, Rounding.FLOAT64);
    }

    /** A pair whose differences are in this unit. */
    public static Pair of(double cell, double control, double unit, Rounding rounding) {
      boolean rounded = rounding.isBetween(cell, control);
      double largest = Math.max(size(cell), size(control));
      return new Pair(rounded ? control : cell, control, unit, largest, rounded);
    }

    /** A seed's pair of means over settings, each with the values of both arms. */
    public static Pair over(List<double[]> settings, Rounding rounding) {
      double largest =
          settings.stream().flatMapToDouble(Arrays::stream).map(Pair::size).max().orElse(0);
      List<double[]> told =
          settings.stream()
              .map(v -> rounding.isBetween(v[0], v[1]) ? new double[] {v[1], v[1]} : v)
              .toList();
      double cell = mean(told, 0);
      double control = mean(told, 1);
      return new Pair(cell, control, 1, largest, cell == control && mean(settings, 0) != control);
    }

    /** The same seed, with the arms in each other's place. */
    public Pair swapped() {
      return new Pair(control, cell, unit, largest, rounded);
    }

    private static double size(double value) {
      return Double.isNaN(value) ? 0 : Math.abs(value);
    }

    private static double mean(List<double[]> settings, int arm) {
      return settings.stream().mapToDouble(values -> values[arm]).average().orElse(Double.NaN);
    }

    /** The least and the largest difference that the seed may stand for; infinite if it failed. */
    private Seed seed(Better better) {
      boolean cellFailed = Double.isNaN(cell);
      boolean controlFailed = Double.isNaN(control);
      if (!cellFailed && !controlFailed && !Double.isNaN(unit)) {
        return new Seed(cell - control, cell - control, unit);
      }
      if (cellFailed == controlFailed || better == Better.NEITHER) {
        return new Seed(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 0);
      }
      double worst = better == Better.LOWER ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
      return new Seed(cellFailed ? worst : -worst, cellFailed ? worst : -worst, 0);
    }
  }

  private record Seed(double low, double high, double unit) {

    boolean failed() {
      return Double.isInfinite(low) || Double.isInfinite(high);
    }
  }

  /**
   * The differences of one look, one for each seed.
   *
   * @param modes whether an arm's values are bimodal
   * @param rounded whether all differences come from rounding alone
   * @param identical whether the arms are one: no seed has a difference, and each seed has a value
   *     of its own. Where all is solved, seeds share one
   */
  public record Differences(
      List<Seed> seeds, boolean modes, double largest, boolean rounded, boolean identical)
      implements LookEvidence {

    /** With fewer seeds, a metric with few values may be equal by chance. */
    private static final int FEWEST_IDENTICAL = 3;

    private static Differences of(List<Pair> pairs, Better better) {
      boolean equal = pairs.stream().allMatch(pair -> pair.cell() == pair.control());
      boolean rounded = pairs.stream().anyMatch(Pair::rounded);
      return new Differences(
          pairs.stream().map(pair -> pair.seed(better)).toList(),
          modes(pairs, Pair::cell) || modes(pairs, Pair::control),
          pairs.stream().mapToDouble(Pair::largest).max().orElse(0),
          equal && rounded,
          equal && !rounded && pairs.size() >= FEWEST_IDENTICAL && apart(pairs));
    }

    private static boolean apart(List<Pair> pairs) {
      return pairs.stream().mapToDouble(Pair::cell).distinct().count() == pairs.size();
    }

    private static boolean modes(List<Pair> pairs, ToDoubleFunction<Pair> arm) {
      return Modes.areTwo(pairs.stream().mapToDouble(arm).filter(v -> !Double.isNaN(v)).toArray());
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
    private double least(int n, double margin, LookCost cost) {
      double[] values = less(margin, Seed::low);
      if (byRanks(values)) {
        return leastByRanks(n, cost);
      }
      return means(values).bySigns()
          ? Math.max(cost.paid(n, MeanTest.leastBySigns(n)), MeanTest.leastOfPairs(n))
          : MeanTest.leastOfPairs(n);
    }

    /** Whether ranks judge at a margin: seeds failed, or the values are bimodal and it matters. */
    public boolean ranks(double margin) {
      return byRanks(less(margin, Seed::low));
    }

    private boolean byRanks(double[] values) {
      return failed() > 0 || (modes && Modes.matter(values));
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

  /**
   * Comparisons that share {@link #LEVEL} by Holm's method, in the order given.
   *
   * @param adjusted each one's p, to be compared with the level; NaN for what is not tested
   * @param levels each one's own level, which its interval has
   */
  public record Family(double[] adjusted, double[] levels) {

    /**
     * Adjusts two-sided probabilities.
     *
     * @param probabilities of each comparison; NaN for one that is not tested, which uses up no
     *     level
     * @param lost number of further ones that count with p 1
     */
    public static Family of(double[] probabilities, int lost) {
      return of(probabilities, lost, LEVEL);
    }

    /**
     * Adjusts two-sided probabilities, as {@link #of(double[], int)}, which share another level.
     */
    public static Family of(double[] probabilities, int lost, double level) {
      double[] all = Arrays.copyOf(probabilities, probabilities.length + lost);
      Arrays.fill(all, probabilities.length, all.length, 1);
      return new Family(Holm.adjust(all), Holm.levels(level, all));
    }
  }

  public SeedComparison {
    looks = List.copyOf(looks);
  }

  /**
   * Compares pairs in the order of their seeds.
   *
   * @param at numbers of seeds at the looks, ascending, at most the number of pairs
   */
  public static SeedComparison of(
      List<Pair> pairs, Better better, List<Integer> at, LookCost cost) {
    List<LookEvidence> looks = new ArrayList<>();
    at.forEach(seeds -> looks.add(Differences.of(pairs.subList(0, seeds), better)));
    return new SeedComparison(looks, cost);
  }

  /** The probability of results this high at any look if the difference is at most a margin. */
  public double above(double margin) {
    return looks.stream().mapToDouble(look -> look.above(margin, cost)).min().orElse(1);
  }

  /** The probability of results this low at any look if the difference is at least the margin. */
  public double below(double margin) {
    return looks.stream().mapToDouble(look -> look.below(margin, cost)).min().orElse(1);
  }

  /** The probability of results this far from 0, on either side, if there were no difference. */
  public double twoSided() {
    return Math.min(1, 2 * Math.min(above(0), below(0)));
  }

  /** Whether {@link #twoSided} is the smallest that this number of seeds can give. */
  public boolean least() {
    double oneSided = Math.min(above(0), below(0));
    return oneSided < .5
        && looks.stream()
            .filter(look -> Math.min(look.above(0, cost), look.below(0, cost)) == oneSided)
            .anyMatch(look -> look.least(oneSided, 0, cost));
  }

  /** The smallest {@link #twoSided} that this many seeds can give, by the test of the last look. */
  public double leastTwoSided(int seeds) {
    return Math.min(
        1, 2 * last().map(differences -> differences.least(seeds, 0, cost)).orElse(1.0));
  }

  /** The smallest one-sided probability that a t-test of this many seeds can give. */
  public static double leastByMeans(int seeds) {
    return MeanTest.leastOfPairs(seeds);
  }

  /** The least one-sided probability that ranks give at a look with this many seeds. */
  public static double leastByRanks(int seeds, LookCost cost) {
    return cost.paidOfAny(seeds, MeanTest.leastBySigns(seeds));
  }

  /** The differences of the last look; empty before the first, and where solved seeds count. */
  public Optional<Differences> last() {
    return looks.isEmpty() || !(looks.get(looks.size() - 1) instanceof Differences differences)
        ? Optional.empty()
        : Optional.of(differences);
  }

  /** Whether no difference of the last look is more than rounding. */
  public boolean rounded() {
    return last().filter(look -> look.rounded() || look.identical()).isPresent();
  }

  /** The same looks as if only one of them had been taken. */
  public SeedComparison alone(LookEvidence look) {
    return new SeedComparison(List.of(look), cost);
  }

  /**
   * The differences that no look excludes at a two-sided level such as 0.05. An end is infinite if
   * seeds are too few, or failed. NaN without a difference.
   */
  public Interval interval(double level) {
    Differences last = last().orElseThrow();
    double mean = last.mean();
    if (Double.isNaN(mean)) {
      return Interval.NONE;
    }
    Optional<Interval> students = students(last, level);
    if (students.isPresent()) {
      return students.get();
    }
    double spread = Math.max(last.deviation(), 1e-9 * Math.abs(mean));
    double step = spread > 0 ? spread : 1e-9;
    double trace = Math.max(TRACE, 2 * Rounding.FLOAT64.of(last.largest()));
    double low = ExcludedMargins.end(mean, -step, margin -> above(margin) <= level / 2);
    double high = ExcludedMargins.end(mean, step, margin -> below(margin) <= level / 2);
    return new Interval(Math.abs(low) < trace ? 0 : low, Math.abs(high) < trace ? 0 : high);
  }

  /**
   * Student's interval, where it is the one of the test: t judges one look, whose cost multiplies
   * p.
   */
  private Optional<Interval> students(Differences last, double level) {
    int n = last.seeds().size();
    double corrected = level * TINY / cost.paid(n, TINY);
    boolean multiplied =
        Math.abs(cost.paid(n, corrected / 2) - level / 2) <= TINY * level
            && last.seeds().stream().allMatch(seed -> seed.unit() == 1);
    boolean plain = looks.size() == 1 && multiplied && last.failed() == 0 && !last.modes();
    Interval interval = last.test().interval(1 - corrected);
    return plain && MeanTest.leastOfPairs(n) <= level / 2 && interval.low() < interval.high()
        ? Optional.of(interval)
        : Optional.empty();
  }

  /**
   * Like {@link #interval}, for tables that only ask about 0. Where seeds are too few to exclude 0,
   * it is Student's interval, widened to 0; NaN where equal differences have no spread, and where
   * ranks exclude nothing.
   */
  public Interval intervalBeside0(double level) {
    Differences last = last().orElseThrow();
    int n = last.seeds().size();
    if (!last.ranks(0) && leastTwoSided(n) > level) {
      double corrected = level * TINY / cost.paidOfAny(n, TINY);
      return last.test().intervalOfPairs(1 - corrected);
    }
    Interval interval = interval(level);
    return Double.isInfinite(interval.low()) && Double.isInfinite(interval.high())
        ? Interval.NONE
        : interval;
  }
}
