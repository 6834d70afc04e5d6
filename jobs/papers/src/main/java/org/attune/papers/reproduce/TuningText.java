package org.attune.papers.reproduce;

import static java.util.stream.Collectors.summarizingLong;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Numbers;
import org.attune.jobs.console.TextTable;
import org.attune.sweeps.claim.Claim;
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

  /** The table as Markdown, and how far tuning went; empty if no arm is tuned. */
  String markdown() {
    Map<Configuration, String> labels = labels();
    TextTable table = TextTable.of(HEADING);
    for (Measure arm : arms()) {
      Tuning tuning = arm.tuning().orElseThrow().tried(outcomes);
      for (Configuration setting : tuning.settings()) {
        table.add(
            Numbers.readableLabel(arm.label()),
            Numbers.readableLabel(labels.get(setting)),
            objective(tuning, setting),
            tuning.seeds(),
            arm.chosen(outcomes).filter(setting::equals).isPresent() ? "yes" : "");
      }
    }
    return table.rows().isEmpty() ? "" : table.markdown() + "\n" + notes() + "\n";
  }

  private Collection<Measure> arms() {
    Map<String, Measure> arms = new LinkedHashMap<>();
    comparison.claims().stream()
        .flatMap(Claim::tuned)
        .forEach(measure -> arms.putIfAbsent(measure.label(), measure));
    return arms.values();
  }

  private String notes() {
    List<String> notes = new ArrayList<>();
    notes.add("Fresh seeds judge only the chosen settings.");
    LongSummaryStatistics trials =
        tunings().map(tuning -> tuning.tried(outcomes)).collect(summarizingLong(Tuning::trials));
    notes.add(
        trials.getMin() == trials.getMax()
            ? "All arms had equally many tuning trials."
            : "Arms had %d to %d tuning trials.".formatted(trials.getMin(), trials.getMax()));
    tunings()
        .flatMap(tuning -> tuning.widening().stream())
        .findFirst()
        .ifPresent(
            first ->
                notes.add(
                    "Tuning began with %s, and went on for all arms while a best value lay at an edge."
                        .formatted(first)));
    Map<String, List<String>> limits = new TreeMap<>();
    for (Measure arm : arms()) {
      arm.tuning()
          .orElseThrow()
          .limits(outcomes)
          .forEach(
              (key, largest) ->
                  limits
                      .computeIfAbsent(
                          "best %s is the %s".formatted(key, largest ? "largest" : "smallest"),
                          words -> new ArrayList<>())
                      .add(Numbers.readableLabel(arm.label())));
    }
    limits.forEach(
        (words, texts) ->
            notes.add(
                "The %s that the file lists for %s: a better one may lie beyond."
                    .formatted(words, String.join("; ", texts))));
    return String.join(" ", notes);
  }

  private Stream<Tuning> tunings() {
    return arms().stream().flatMap(arm -> arm.tuning().stream());
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
