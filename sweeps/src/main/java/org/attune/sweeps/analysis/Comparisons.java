package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.attune.api.search.Objective.Goal;
import org.attune.sweeps.statistics.MeanTest;

/**
 * Compares every two values of every axis in pairs that share the seed and all other values, except
 * those of {@link Factor#together axes that change together} with it. The differences of a seed are
 * averaged first, so that each seed counts once: settings with a common seed are not independent
 * evidence.
 */
final class Comparisons {

  /** An axis with more values is a scale; it would have many uninformative pairs. */
  private static final int MOST_LEVELS = 12;

  private static final double CONFIDENCE = 0.95;

  private final Observations of;

  Comparisons(Observations of) {
    this.of = of;
  }

  /** All comparisons with at least two differences, axis by axis. */
  List<PairedComparison> all() {
    List<PairedComparison> all = new ArrayList<>();
    for (Factor factor : of.factors()) {
      if (factor.levels().size() <= MOST_LEVELS) {
        all.addAll(of(factor));
      }
    }
    return all;
  }

  private List<PairedComparison> of(Factor factor) {
    // Settings of the other axes, then seeds, then the value at each level.
    Map<List<String>, Map<Integer, double[]>> settings = new HashMap<>();
    List<Factor> others =
        of.factors().stream().filter(f -> f != factor && !below(f, factor)).toList();
    for (Run run : of.runs()) {
      List<String> setting = others.stream().map(other -> other.level(run.cell())).toList();
      double[] sums =
          settings
              .computeIfAbsent(setting, s -> new TreeMap<>())
              .computeIfAbsent(run.replicate(), r -> new double[2 * factor.levels().size()]);
      int level = factor.levels().indexOf(factor.level(run.cell()));
      sums[2 * level] += run.value();
      sums[2 * level + 1]++;
    }
    // Means of levels at which trials failed are those of the survivors.
    Set<String> failed = of.failuresBy(factor).keySet();
    List<PairedComparison> comparisons = new ArrayList<>();
    for (int a = 0; a < factor.levels().size(); a++) {
      for (int b = a + 1; b < factor.levels().size(); b++) {
        boolean ended =
            !failed.contains(factor.levels().get(a)) && !failed.contains(factor.levels().get(b));
        compare(factor, a, b, settings)
            .map(pair -> ended ? pair : pair.untested())
            .ifPresent(comparisons::add);
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
    for (Run run : of.runs()) {
      anywhere.merge(above.level(run.cell()), run.cell().has(factor.key()), Boolean::logicalOr);
    }
    return anywhere.containsValue(true) && anywhere.containsValue(false);
  }

  private Optional<PairedComparison> compare(
      Factor factor, int a, int b, Map<List<String>, Map<Integer, double[]>> settings) {
    Map<Integer, List<Double>> bySeed = new TreeMap<>();
    List<Double> bySetting = new ArrayList<>();
    double largest = 0;
    for (Map<Integer, double[]> seeds : settings.values()) {
      double sum = 0;
      int pairs = 0;
      for (Map.Entry<Integer, double[]> seed : seeds.entrySet()) {
        double[] sums = seed.getValue();
        if (sums[2 * a + 1] > 0 && sums[2 * b + 1] > 0) {
          double first = sums[2 * a] / sums[2 * a + 1];
          double second = sums[2 * b] / sums[2 * b + 1];
          double difference = first - second;
          largest = Math.max(largest, Math.max(Math.abs(first), Math.abs(second)));
          bySeed.computeIfAbsent(seed.getKey(), s -> new ArrayList<>()).add(difference);
          sum += difference;
          pairs++;
        }
      }
      if (pairs > 0) {
        bySetting.add(sum / pairs);
      }
    }
    boolean manySeeds = bySeed.size() > 1;
    double[] differences =
        manySeeds
            ? bySeed.values().stream().mapToDouble(Comparisons::mean).toArray()
            : bySetting.stream().mapToDouble(Double::doubleValue).toArray();
    return differences.length < 2
        ? Optional.empty()
        : Optional.of(
            comparison(
                factor.key(),
                factor.levels().get(a),
                factor.levels().get(b),
                manySeeds,
                bySetting.size(),
                differences,
                largest));
  }

  private PairedComparison comparison(
      String axis,
      String a,
      String b,
      boolean bySeed,
      int settings,
      double[] differences,
      double largest) {
    double mean = Arrays.stream(differences).average().orElseThrow();
    boolean swap = of.goal().orElse(Goal.MINIMIZE) == Goal.MINIMIZE ? mean > 0 : mean < 0;
    MeanTest test =
        MeanTest.ofDifferences(
            Arrays.stream(differences).map(value -> swap ? -value : value).toArray(), largest);
    int n = differences.length;
    double forFewSeeds = 1 - 3 / (4.0 * (n - 1) - 1); // Hedges' correction
    double effect =
        n > 2 && test.summary().std() > 0
            ? forFewSeeds * test.summary().mean() / test.summary().std()
            : Double.NaN;
    return new PairedComparison(
        axis,
        swap ? b : a,
        swap ? a : b,
        bySeed,
        n,
        settings,
        test,
        test.intervalOfPairs(CONFIDENCE),
        effect,
        test.twoSidedOfPairs(),
        Double.NaN,
        false);
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }
}
