package org.attune.jobs.reproduce;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Numbers;
import org.attune.jobs.console.TextTable;
import org.attune.sweeps.claim.Comparison;
import org.attune.sweeps.claim.Measure;
import org.attune.sweeps.claim.Outcomes;
import org.attune.sweeps.claim.Tuning;
import org.attune.sweeps.statistics.Rounded;
import org.attune.sweeps.statistics.Summary;

/**
 * How the arms of a table were tuned: each setting's objective on the tuning seeds, and the setting
 * that was chosen.
 */
record TuningText(Comparison comparison, Outcomes outcomes) {

  private static final String[] HEADING = {
    "arm", "setting", "objective on tuning seeds (mean ± std)", "tuning seeds", "chosen"
  };

  /** The table as Markdown; empty if no arm is tuned. */
  String markdown() {
    Map<Configuration, String> labels = labels();
    Map<String, Measure> arms = new LinkedHashMap<>();
    comparison.claims().stream()
        .flatMap(claim -> claim.measures().stream())
        .filter(measure -> measure.tuning().isPresent())
        .forEach(measure -> arms.putIfAbsent(measure.label(), measure));
    List<String[]> rows = new ArrayList<>();
    for (Measure arm : arms.values()) {
      Tuning tuning = arm.tuning().orElseThrow();
      for (Configuration setting : tuning.settings()) {
        rows.add(
            new String[] {
              Numbers.readableLabel(arm.label()),
              Numbers.readableLabel(labels.get(setting)),
              objective(tuning, setting),
              String.valueOf(tuning.seeds()),
              arm.chosen(outcomes).filter(setting::equals).isPresent() ? "yes" : ""
            });
      }
    }
    return rows.isEmpty() ? "" : TextTable.of(HEADING, rows).markdown();
  }

  /** Labels of cells. */
  Map<Configuration, String> labels() {
    return comparison.cells().entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey, (a, b) -> a));
  }

  private String objective(Tuning tuning, Configuration setting) {
    List<OptionalDouble> seeds =
        IntStream.range(Tuning.FIRST_SEED, Tuning.FIRST_SEED + tuning.seeds())
            .filter(seed -> outcomes.ended(setting, seed))
            .mapToObj(seed -> outcomes.value(setting, seed, tuning.objective()))
            .toList();
    long failed = seeds.stream().filter(OptionalDouble::isEmpty).count();
    String mean =
        Rounded.meanAndDeviation(
            Summary.of(seeds.stream().flatMapToDouble(OptionalDouble::stream).toArray()));
    return mean + (failed == 0 ? "" : (mean.isEmpty() ? "" : "; ") + failed + " failed");
  }
}
