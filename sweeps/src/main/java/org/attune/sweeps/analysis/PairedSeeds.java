package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.attune.api.search.Objective.Goal;
import org.attune.sweeps.statistics.MeanTest;
import org.attune.sweeps.statistics.Modes;
import org.attune.sweeps.statistics.SignedRanks;

/**
 * Differences between two cells, cell less control, one for each seed that both have ended.
 *
 * <p>Student's t judges them. Exact signed ranks do where a seed failed, or where a cell's values
 * are bimodal and their modes {@linkplain Modes#matter matter}: the rule of claims. A cell that
 * failed at a seed has the worst value there, so that nothing is shown on the survivors alone. A
 * seed at which both failed, or any failed seed of a metric without a direction, counts against
 * whatever is to be shown.
 *
 * <p>A sweep with several {@link SeedLooks} multiplies the probability by their number.
 *
 * @param test of the seeds at which neither cell failed
 * @param ranks whether signed ranks judge the differences
 * @param failed seeds at which one of the cells failed, or both
 * @param uneven seeds of both cells that lack a trial of one at some of the settings held equal
 * @param looks number of looks
 * @param above how likely differences so far above 0 would be if there were none
 * @param below how likely differences so far below 0 would be
 */
public record PairedSeeds(
    MeanTest test, boolean ranks, int failed, int uneven, int looks, double above, double below) {

  /** One seed; both are the difference where neither cell failed, and infinite otherwise. */
  private record Seed(double low, double high) {

    boolean failed() {
      return Double.isInfinite(low);
    }
  }

  /** One difference a seed: the mean over the settings that both cells have at it. */
  static PairedSeeds of(Arms.Tuned cell, Arms.Tuned control, Observations of) {
    Map<Integer, List<double[]>> bySeed = new TreeMap<>();
    List<List<String>> settings = common(cell, control);
    settings.forEach(
        setting -> {
          Map<Integer, Double> others = control.values().get(setting);
          cell.values()
              .get(setting)
              .forEach(
                  (seed, value) -> {
                    if (others.containsKey(seed)) {
                      bySeed
                          .computeIfAbsent(seed, s -> new ArrayList<>())
                          .add(new double[] {value, others.get(seed)});
                    }
                  });
        });
    List<Seed> seeds = bySeed.values().stream().map(pairs -> seed(pairs, of.goal())).toList();
    MeanTest test =
        MeanTest.ofDifferences(
            seeds.stream().filter(s -> !s.failed()).mapToDouble(Seed::low).toArray(),
            largest(bySeed.values()));
    int failed = (int) seeds.stream().filter(Seed::failed).count();
    int uneven =
        (int)
            seeds(cell, control, settings).stream()
                .filter(seed -> bySeed.getOrDefault(seed, List.of()).size() < settings.size())
                .count();
    double least = MeanTest.leastOfPairs(seeds.size());
    double[] low = seeds.stream().mapToDouble(Seed::low).toArray();
    double[] high = seeds.stream().mapToDouble(Seed::high).toArray();
    boolean ranks =
        failed > 0
            || ((modes(bySeed.values(), 0) || modes(bySeed.values(), 1)) && Modes.matter(low));
    return new PairedSeeds(
        test,
        ranks,
        failed,
        uneven,
        1,
        ranks ? SignedRanks.above(low) : Math.max(least, test.above(0)),
        ranks ? SignedRanks.below(high) : Math.max(least, test.below(0)));
  }

  /** The seeds that both cells have, each at one of the settings or more. */
  private static Set<Integer> seeds(
      Arms.Tuned cell, Arms.Tuned control, List<List<String>> settings) {
    Set<Integer> both = new HashSet<>();
    settings.forEach(setting -> both.addAll(cell.values().get(setting).keySet()));
    Set<Integer> others = new HashSet<>();
    settings.forEach(setting -> others.addAll(control.values().get(setting).keySet()));
    both.retainAll(others);
    return both;
  }

  /** The largest absolute value of both cells; failed seeds have none. */
  private static double largest(Collection<List<double[]>> seeds) {
    return seeds.stream()
        .flatMap(List::stream)
        .flatMapToDouble(Arrays::stream)
        .filter(value -> !Double.isNaN(value))
        .map(Math::abs)
        .max()
        .orElse(0);
  }

  /** Whether the seeds' means of one of both cells are bimodal. */
  private static boolean modes(Collection<List<double[]>> seeds, int cell) {
    return Modes.areTwo(
        seeds.stream()
            .mapToDouble(
                pairs -> pairs.stream().mapToDouble(pair -> pair[cell]).average().orElseThrow())
            .toArray());
  }

  /** The settings held equal at which both cells have a seed in common. */
  static List<List<String>> common(Arms.Tuned cell, Arms.Tuned control) {
    return cell.values().keySet().stream()
        .filter(
            setting ->
                !Collections.disjoint(
                    cell.values().get(setting).keySet(),
                    control.values().getOrDefault(setting, Map.of()).keySet()))
        .toList();
  }

  /** Whether both cells were tuned over the same values, wherever they are compared. */
  static boolean alike(Arms.Tuned cell, Arms.Tuned control) {
    return common(cell, control).stream()
        .allMatch(setting -> cell.tried().get(setting).equals(control.tried().get(setting)));
  }

  /** The same differences, tested at one of several looks. */
  PairedSeeds times(int number) {
    return new PairedSeeds(test, ranks, failed, uneven, number, above, below);
  }

  /** The pairs of values of a seed, cell and control, one for each setting. */
  private static Seed seed(List<double[]> pairs, Optional<Goal> goal) {
    boolean cell = pairs.stream().anyMatch(pair -> Double.isNaN(pair[0]));
    boolean control = pairs.stream().anyMatch(pair -> Double.isNaN(pair[1]));
    if (!cell && !control) {
      double mean = pairs.stream().mapToDouble(pair -> pair[0] - pair[1]).average().orElseThrow();
      return new Seed(mean, mean);
    }
    if (cell == control || goal.isEmpty()) {
      return new Seed(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }
    double sign = cell == (goal.get() == Goal.MINIMIZE) ? 1 : -1;
    return new Seed(sign * Double.POSITIVE_INFINITY, sign * Double.POSITIVE_INFINITY);
  }

  /** Whether no seed tells anything: both cells failed at each, or one of a metric without goal. */
  public boolean bothFailed() {
    return all() > 0 && test.summary().n() == 0 && above == 1 && below == 1;
  }

  /** All seeds, failed ones among them. */
  long all() {
    return test.summary().n() + failed;
  }

  /** How likely differences so far from 0, on either side, would be if there were none. */
  double twoSided() {
    return Math.min(1, 2 * looks * Math.min(above, below));
  }

  /** The least that {@link #twoSided} is of so many seeds, by the same test. */
  double leastTwoSided(long seeds) {
    double oneSided =
        ranks
            ? Math.pow(2, -seeds)
            : test.bySigns() ? MeanTest.leastBySigns(seeds) : MeanTest.leastOfPairs(seeds);
    return Math.min(1, 2 * looks * oneSided);
  }

  /** Whether so many seeds can give no smaller {@link #twoSided}. */
  boolean least() {
    return MeanTest.isLeast(twoSided(), leastTwoSided(all()));
  }

  /** Whether the cell's values are the higher ones, as far as the seeds tell. */
  boolean higher() {
    return above < below;
  }

  /** Of the mean difference; NaN where ranks judge, for then no mean is tested. */
  MeanTest.Interval interval(double level) {
    return ranks
        ? new MeanTest.Interval(Double.NaN, Double.NaN)
        : test.intervalOfPairs(atLooks(level));
  }

  /** The level of {@link #interval}, which the looks share; NaN without an interval. */
  double level(double level) {
    return Double.isNaN(interval(level).low()) ? Double.NaN : atLooks(level);
  }

  private double atLooks(double level) {
    return 1 - (1 - level) / looks;
  }
}
