package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.attune.api.search.Objective.Goal;
import org.attune.sweeps.statistics.LookCost;
import org.attune.sweeps.statistics.Rounding;
import org.attune.sweeps.statistics.SeedComparison;
import org.attune.sweeps.statistics.SeedPair;

/**
 * Compares every two values of every axis in pairs that share the seed and all other values, except
 * those of {@link Factor#together axes that change together} with it. A seed averages its settings
 * first, so that it counts once: settings with a common seed are not independent evidence.
 */
record Comparisons(Observations observations) {

  /** An axis with more values is a scale; it would have many uninformative pairs. */
  private static final int MOST_LEVELS = 12;

  /** All comparisons with at least two differences, axis by axis. */
  List<PairedComparison> all() {
    List<PairedComparison> all = new ArrayList<>();
    for (Factor factor : observations.factors()) {
      if (factor.levels().size() <= MOST_LEVELS) {
        all.addAll(of(factor));
      }
    }
    return all;
  }

  private List<PairedComparison> of(Factor factor) {
    // Settings of the other axes, then seeds, then the sum and number of values at each level.
    Map<List<String>, SortedMap<Integer, double[]>> settings = new HashMap<>();
    List<Factor> others =
        observations.factors().stream().filter(f -> f != factor && !below(f, factor)).toList();
    Stream.concat(observations.runs().stream(), observations.failures().stream())
        .filter(run -> factor.levels().contains(factor.level(run.cell())))
        .forEach(
            run -> {
              List<String> setting = others.stream().map(o -> o.level(run.cell())).toList();
              double[] sums =
                  settings
                      .computeIfAbsent(setting, s -> new TreeMap<>())
                      .computeIfAbsent(
                          run.replicate(), r -> new double[2 * factor.levels().size()]);
              int level = factor.levels().indexOf(factor.level(run.cell()));
              sums[2 * level] += run.value(); // NaN of a failed trial
              sums[2 * level + 1]++;
            });
    List<PairedComparison> comparisons = new ArrayList<>();
    for (int a = 0; a < factor.levels().size(); a++) {
      for (int b = a + 1; b < factor.levels().size(); b++) {
        compare(factor, a, b, settings).ifPresent(comparisons::add);
      }
    }
    return comparisons;
  }

  /**
   * Whether a factor exists only at some values of another: then it cannot be held equal between
   * them.
   */
  private boolean below(Factor factor, Factor above) {
    if (!factor.levels().contains(Factor.ABSENT)) {
      return false;
    }
    Map<String, Boolean> anywhere = new HashMap<>();
    for (Run run : observations.runs()) {
      anywhere.merge(above.level(run.cell()), run.cell().has(factor.key()), Boolean::logicalOr);
    }
    return anywhere.containsValue(true) && anywhere.containsValue(false);
  }

  private Optional<PairedComparison> compare(
      Factor factor, int a, int b, Map<List<String>, SortedMap<Integer, double[]>> settings) {
    Rounding rounding = observations.rounding();
    SettingPairs common = pairs(a, b, settings);
    SortedMap<Integer, List<double[]>> bySeed = common.bySeed();
    List<SeedPair> bySetting =
        common.bySetting().values().stream()
            .map(pairs -> SeedPair.over(List.copyOf(pairs.values()), rounding))
            .toList();
    boolean manySeeds = bySeed.size() > 1;
    List<SeedPair> pairs =
        manySeeds
            ? bySeed.values().stream().map(each -> SeedPair.over(each, rounding)).toList()
            : List.copyOf(bySetting);
    if (pairs.size() < 2) {
      return Optional.empty();
    }
    SeedComparison forward = compared(pairs, manySeeds);
    double difference = forward.failed() > 0 ? ofFinished(bySeed) : forward.difference();
    boolean swap = worse(forward, difference);
    PairedComparison comparison =
        PairedComparison.of(
            factor.key(),
            factor.levels().get(swap ? b : a),
            factor.levels().get(swap ? a : b),
            manySeeds,
            bySetting.size(),
            swap ? -difference : difference,
            swap ? compared(pairs.stream().map(SeedPair::swapped).toList(), manySeeds) : forward);
    return Optional.of(
        observations.goal().filter(goal -> common.opposed(goal, forward)).isPresent()
            ? comparison.opposed()
            : comparison);
  }

  /** The two values' means at each setting and seed that have both. */
  private static SettingPairs pairs(
      int a, int b, Map<List<String>, SortedMap<Integer, double[]>> settings) {
    Map<List<String>, SortedMap<Integer, double[]>> shared = new LinkedHashMap<>();
    settings.forEach(
        (setting, seeds) -> {
          SortedMap<Integer, double[]> pairs = new TreeMap<>();
          seeds.forEach(
              (seed, sums) -> {
                if (sums[2 * a + 1] > 0 && sums[2 * b + 1] > 0) {
                  pairs.put(
                      seed,
                      new double[] {sums[2 * a] / sums[2 * a + 1], sums[2 * b] / sums[2 * b + 1]});
                }
              });
          shared.put(setting, pairs);
        });
    return SettingPairs.of(shared);
  }

  /** Settings of one seed come in no order, so a look has all of them. */
  private SeedComparison compared(List<SeedPair> pairs, boolean bySeed) {
    LookCost cost =
        bySeed ? observations.looks().cost() : LookCost.of(observations.looks().multiplier());
    List<Integer> at = bySeed ? observations.looks().at(pairs.size()) : List.of(pairs.size());
    return SeedComparison.of(pairs, observations.better(), at, cost);
  }

  /** The mean difference of the trials that finished, seed by seed; NaN for none. */
  private static double ofFinished(Map<Integer, List<double[]>> bySeed) {
    return bySeed.values().stream()
        .map(pairs -> pairs.stream().mapToDouble(p -> p[0] - p[1]).filter(Double::isFinite))
        .flatMapToDouble(seed -> seed.average().stream())
        .average()
        .orElse(Double.NaN);
  }

  /**
   * Whether the first value is the worse one, or the higher one if neither direction is better.
   * Where trials failed, the ranks say so and not the mean of the others.
   */
  private boolean worse(SeedComparison comparison, double difference) {
    double above = comparison.above(0);
    double below = comparison.below(0);
    boolean byRanks = comparison.failed() > 0 && above != below;
    boolean higher = byRanks ? above < below : difference > 0;
    boolean lower = byRanks ? below < above : difference < 0;
    return this.observations.goal().orElse(Goal.MINIMIZE) == Goal.MINIMIZE ? higher : lower;
  }
}
