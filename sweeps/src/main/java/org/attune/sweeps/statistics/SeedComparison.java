package org.attune.sweeps.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
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
 *   <li><b>Holm.</b> The comparisons of one {@linkplain Holm family} share {@link #LEVEL}.
 * </ul>
 *
 * @param looks what the seeds of each look tell, in order; empty before the first
 * @param cost of the looks
 */
public record SeedComparison(List<LookEvidence> looks, LookCost cost) implements ArmComparison {

  /** The probability that a family shows anything wrong. */
  public static final double LEVEL = 0.05;

  private static final double TINY = 1e-9;

  /** What halving leaves of 0 where all seeds agree. */
  private static final double TRACE = 1e-20;

  public SeedComparison {
    looks = List.copyOf(looks);
  }

  /**
   * Compares pairs in the order of their seeds.
   *
   * @param at numbers of seeds at the looks, ascending, at most the number of pairs
   */
  public static SeedComparison of(
      List<SeedPair> pairs, Better better, List<Integer> at, LookCost cost) {
    return of(pairs, better, at, cost, n -> SeedDifferences.modes(pairs.subList(0, n)));
  }

  /**
   * Compares pairs of numbers that were computed from cells' values, such as gains.
   *
   * @param modes the arms whose values are bimodal over the first seeds, this many
   */
  public static SeedComparison of(
      List<SeedPair> pairs,
      Better better,
      List<Integer> at,
      LookCost cost,
      IntFunction<Set<Arm>> modes) {
    List<LookEvidence> looks = new ArrayList<>();
    at.forEach(n -> looks.add(SeedDifferences.of(pairs.subList(0, n), better, modes.apply(n))));
    return new SeedComparison(looks, cost);
  }

  /** The probability of results this high at any look if the difference is at most a margin. */
  @Override
  public double above(double margin) {
    return looks.stream().mapToDouble(look -> look.above(margin, cost)).min().orElse(1);
  }

  /** The probability of results this low at any look if the difference is at least the margin. */
  @Override
  public double below(double margin) {
    return looks.stream().mapToDouble(look -> look.below(margin, cost)).min().orElse(1);
  }

  @Override
  public double twoSided() {
    return Math.min(1, 2 * Math.min(above(0), below(0)));
  }

  @Override
  public boolean least() {
    double oneSided = Math.min(above(0), below(0));
    return oneSided < .5
        && looks.stream()
            .filter(look -> Math.min(look.above(0, cost), look.below(0, cost)) == oneSided)
            .anyMatch(look -> look.least(oneSided, 0, cost));
  }

  @Override
  public double leastTwoSided() {
    return last().map(found -> leastTwoSided(found.seeds().size())).orElse(1.0);
  }

  /** The smallest {@link #twoSided} that this many seeds can give, by the test of the last look. */
  public double leastTwoSided(int seeds) {
    return Math.min(
        1, 2 * last().map(differences -> differences.least(seeds, 0, cost)).orElse(1.0));
  }

  @Override
  public double difference() {
    return last().orElseThrow().test().summary().mean();
  }

  @Override
  public int failed() {
    return last().orElseThrow().failed();
  }

  @Override
  public boolean ranks() {
    return last().orElseThrow().ranks(0);
  }

  @Override
  public Set<Arm> modes() {
    return last().map(SeedDifferences::modes).orElse(Set.of());
  }

  /** The differences of the last look; empty before the first, and where solved seeds count. */
  public Optional<SeedDifferences> last() {
    return looks.isEmpty() || !(looks.get(looks.size() - 1) instanceof SeedDifferences differences)
        ? Optional.empty()
        : Optional.of(differences);
  }

  /** Whether no difference of the last look is more than rounding. */
  @Override
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
    SeedDifferences last = last().orElseThrow();
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
  private Optional<Interval> students(SeedDifferences last, double level) {
    int n = last.seeds().size();
    double corrected = level * TINY / cost.paid(n, TINY);
    boolean multiplied =
        Math.abs(cost.paid(n, corrected / 2) - level / 2) <= TINY * level
            && last.seeds().stream().allMatch(seed -> seed.unit() == 1);
    boolean plain = looks.size() == 1 && multiplied && last.failed() == 0 && last.modes().isEmpty();
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
  @Override
  public Interval intervalBeside0(double level) {
    SeedDifferences last = last().orElseThrow();
    int n = last.seeds().size();
    if (!last.ranks(0) && leastTwoSided() > level) {
      double corrected = level * TINY / cost.paidOfAny(n, TINY);
      return last.test().intervalOfPairs(1 - corrected);
    }
    Interval interval = interval(level);
    return Double.isInfinite(interval.low()) && Double.isInfinite(interval.high())
        ? Interval.NONE
        : interval;
  }
}
