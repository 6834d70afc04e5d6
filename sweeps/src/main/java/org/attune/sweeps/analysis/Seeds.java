package org.attune.sweeps.analysis;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.claim.Tuning;

/** The seeds of a setting, with their values; NaN for a failed seed. */
final class Seeds extends TreeMap<Integer, Double> {
  private static final long serialVersionUID = 1;

  int failed() {
    return (int) values().stream().filter(value -> value.isNaN()).count();
  }

  double mean() {
    return values().stream()
        .mapToDouble(Double::doubleValue)
        .filter(value -> !Double.isNaN(value))
        .average()
        .orElse(Double.NaN);
  }

  /**
   * The mean less that of another setting, over the seeds at which neither failed; over all if they
   * have none in common. NaN if either has no value.
   */
  double less(Seeds other) {
    Seeds kept = common(other);
    Seeds othersKept = other.common(this);
    return kept.isEmpty() ? mean() - other.mean() : kept.mean() - othersKept.mean();
  }

  /** The seeds that have a value in another setting too. */
  private Seeds common(Seeds other) {
    Seeds both = new Seeds();
    forEach(
        (seed, value) -> {
          if (!value.isNaN() && !other.getOrDefault(seed, Double.NaN).isNaN()) {
            both.put(seed, value);
          }
        });
    return both;
  }

  /** The same seeds without a value. */
  static Seeds allFailed(Seeds seeds) {
    Seeds failed = new Seeds();
    seeds.keySet().forEach(seed -> failed.put(seed, Double.NaN));
    return failed;
  }

  /** Whether some of the settings has fresh seeds. */
  static boolean isFresh(Map<Configuration, Seeds> tried) {
    return tried.values().stream().anyMatch(seeds -> !Tuning.isTuning(seeds.firstKey()));
  }

  /** The settings that have fresh seeds; all where none has. Tuning seeds judge no setting. */
  static Map<Configuration, Seeds> judged(Map<Configuration, Seeds> tried) {
    Map<Configuration, Seeds> fresh = new LinkedHashMap<>(tried);
    fresh.values().removeIf(seeds -> Tuning.isTuning(seeds.firstKey()));
    return fresh.isEmpty() ? tried : fresh;
  }
}
