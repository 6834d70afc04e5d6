package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.attune.api.search.Objective.Goal;
import org.attune.sweeps.statistics.SeedComparison;

/**
 * The values of two arms, or of two values of an axis, at the settings of everything else and at
 * the seeds that both have.
 *
 * @param bySetting a pair of values for each seed; NaN for a failed trial
 * @param left the settings that are left out, since both failed there at every seed, and not
 *     everywhere. They do not tell the two apart, whichever is which, so a test without them has
 *     the error that it states
 */
record SettingPairs(
    Map<List<String>, SortedMap<Integer, double[]>> bySetting, List<List<String>> left) {

  /**
   * Leaves out what tells nothing.
   *
   * @param shared by setting, in the order in which means are taken; settings without a pair are
   *     passed over
   */
  static SettingPairs of(Map<List<String>, SortedMap<Integer, double[]>> shared) {
    Map<List<String>, SortedMap<Integer, double[]>> telling = new LinkedHashMap<>(shared);
    telling.values().removeIf(Map::isEmpty);
    List<List<String>> left = new ArrayList<>();
    telling.forEach(
        (setting, pairs) -> {
          if (pairs.values().stream().flatMapToDouble(Arrays::stream).allMatch(Double::isNaN)) {
            left.add(setting);
          }
        });
    if (left.size() == telling.size()) {
      left.clear();
    }
    telling.keySet().removeAll(left);
    return new SettingPairs(telling, List.copyOf(left));
  }

  /** The settings that count. */
  List<List<String>> settings() {
    return List.copyOf(bySetting.keySet());
  }

  /** The pairs of each seed, one for each setting that it has. */
  SortedMap<Integer, List<double[]>> bySeed() {
    SortedMap<Integer, List<double[]>> bySeed = new TreeMap<>();
    bySetting
        .values()
        .forEach(
            pairs ->
                pairs.forEach(
                    (seed, pair) ->
                        bySeed.computeIfAbsent(seed, s -> new ArrayList<>()).add(pair)));
    return bySeed;
  }

  /** The settings at which something failed. */
  List<List<String>> failed() {
    return bySetting.entrySet().stream()
        .filter(setting -> anyFailed(setting.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * Whether the one that failed more often is the worse one by its failures, and the better one at
   * the settings at which nothing failed.
   *
   * @param comparison of these pairs, first less second
   */
  boolean opposed(Goal goal, SeedComparison comparison) {
    int more = Long.compare(failures(0), failures(1));
    int higherIfWorse = more * (goal == Goal.MINIMIZE ? 1 : -1); // as ranks see the first
    double higher = comparison.below(0) - comparison.above(0);
    double finished =
        bySetting.values().stream()
            .filter(pairs -> !anyFailed(pairs))
            .flatMap(pairs -> pairs.values().stream())
            .mapToDouble(pair -> pair[0] - pair[1])
            .average()
            .orElse(0);
    return higher * higherIfWorse > 0 && finished * higherIfWorse < 0;
  }

  private static boolean anyFailed(SortedMap<Integer, double[]> pairs) {
    return pairs.values().stream().flatMapToDouble(Arrays::stream).anyMatch(Double::isNaN);
  }

  private long failures(int which) {
    return bySetting.values().stream()
        .flatMap(pairs -> pairs.values().stream())
        .filter(pair -> Double.isNaN(pair[which]))
        .count();
  }
}
