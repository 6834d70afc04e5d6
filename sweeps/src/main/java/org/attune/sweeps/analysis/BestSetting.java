package org.attune.sweeps.analysis;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective.Goal;

/**
 * Chooses the setting of the tuned keys at which an arm is compared: the one with the best mean. If
 * neither direction of the compared metric is better, the sweep's objective says which is best.
 */
final class BestSetting {

  private final Optional<Goal> goal;

  /** The objective's seeds, if it chooses. */
  private final Optional<Map<Configuration, Seeds>> objective;

  BestSetting(Observations observations) {
    this.goal = observations.objective().orElse(observations).goal();
    this.objective = observations.objective().map(BestSetting::seeds);
  }

  private static Map<Configuration, Seeds> seeds(Observations objective) {
    Map<Configuration, Seeds> seeds = new HashMap<>();
    Stream.of(objective.runs(), objective.failures(), objective.rejected())
        .flatMap(List::stream)
        .forEach(
            run ->
                seeds
                    .computeIfAbsent(run.cell(), cell -> new Seeds())
                    .putIfAbsent(run.replicate(), run.value()));
    return seeds;
  }

  /**
   * The best mean among the settings with the most seeds: a setting with fewer may be lucky. A
   * failed seed counts as a seed with the worst value, so a setting with fewer failed seeds is
   * better. Settings at which every seed failed have no mean: they are the last resort.
   */
  Configuration of(Map<Configuration, Seeds> tried) {
    Map<Configuration, Seeds> among = Seeds.judged(objective(tried));
    List<Configuration> measured =
        among.keySet().stream()
            .filter(setting -> among.get(setting).failed() < among.get(setting).size())
            .toList();
    Collection<Configuration> candidates = measured.isEmpty() ? among.keySet() : measured;
    int most = candidates.stream().mapToInt(setting -> among.get(setting).size()).max().orElse(0);
    double sign = goal.orElse(Goal.MINIMIZE) == Goal.MINIMIZE ? 1 : -1;
    return candidates.stream()
        .filter(setting -> among.get(setting).size() == most)
        .min(
            Comparator.<Configuration>comparingInt(setting -> among.get(setting).failed())
                .thenComparingDouble(setting -> sign * among.get(setting).mean()))
        .orElseThrow();
  }

  /**
   * The setting that failed seeds kept from being chosen: the seeds that it has are better than the
   * same seeds of the chosen setting. A crash would make another setting the best in a cell that
   * equals its control, so no test of the chosen settings holds.
   *
   * @param tried the settings, those on tuning seeds alone among them
   * @param chosen by {@link #of}
   */
  Optional<Lost> lost(Map<Configuration, Seeds> tried, Configuration chosen) {
    Map<Configuration, Seeds> among = objective(tried);
    double sign = goal.orElse(Goal.MINIMIZE) == Goal.MINIMIZE ? 1 : -1;
    return among.keySet().stream()
        .filter(setting -> among.get(setting).failed() > 0)
        .filter(setting -> sign * among.get(setting).less(among.get(chosen)) < 0)
        .min(Comparator.comparingDouble(setting -> sign * among.get(setting).mean()))
        .map(setting -> new Lost(setting, among.get(setting).failed(), among.get(setting).size()));
  }

  /** A setting and how many of its seeds failed. */
  record Lost(Configuration setting, int failed, int seeds) {}

  /** These settings with the objective's values, if the objective chooses. */
  private Map<Configuration, Seeds> objective(Map<Configuration, Seeds> tried) {
    Map<Configuration, Seeds> judges = new LinkedHashMap<>(tried);
    objective.ifPresent(
        values ->
            judges.replaceAll((at, seeds) -> values.getOrDefault(at, Seeds.allFailed(seeds))));
    return judges;
  }
}
