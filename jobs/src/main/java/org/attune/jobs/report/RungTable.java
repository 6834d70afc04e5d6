package org.attune.jobs.report;

import static org.attune.jobs.console.JsonType.TEXT;
import static org.attune.jobs.console.JsonType.WHOLE;
import static org.attune.jobs.console.JsonType.orNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.attune.jobs.console.Shape;
import org.attune.jobs.console.TextTable;
import org.attune.sweeps.analysis.Effect;
import org.attune.sweeps.analysis.SweepAnalysis;
import org.attune.sweeps.importance.Importances;
import org.attune.sweeps.importance.Rung;
import org.attune.sweeps.importance.RungImportances;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.statistics.Rounded;

/**
 * Importances at the steps at which a rule stopped trials, beside those of the trials that
 * finished.
 *
 * @param analysis of the trials that finished
 * @param finished their importances
 */
record RungTable(RungImportances rungs, SweepAnalysis analysis, Optional<Importances> finished) {

  private static final int MOST_AXES = 12;

  /** A column for programs. */
  static final Shape<Rung> RUNG =
      Shape.<Rung>of(Rung.class)
          .with("step", WHOLE, Rung::step)
          .with("trials", WHOLE, Rung::trials)
          .with("stopped_before", WHOLE, Rung::stoppedBefore)
          .with("forest", orNull(ForestJson.SHAPE), Rung::importances)
          .with(
              "no_importances",
              orNull(TEXT),
              rung -> NoImportances.reason(rung.analysis(), rung.importances()));

  static RungTable of(SweepView sweep, SweepAnalysis analysis, Optional<Importances> finished) {
    return new RungTable(RungImportances.of(sweep, analysis.observations()), analysis, finished);
  }

  /** The table with its notes, after an empty line; empty without rungs. */
  String text() {
    if (rungs.all().isEmpty()) {
      return "";
    }
    TextTable table = TextTable.of(heading().toArray(String[]::new), new ArrayList<>());
    rows().forEach(row -> table.add(row.toArray()));
    StringBuilder text = new StringBuilder("\nimportances by rung\n").append(table.aligned());
    notes().forEach(note -> text.append(note).append('\n'));
    return text.toString();
  }

  /** Whether some step has shares, so that the table says which axis matters. */
  boolean answers() {
    return !rungs.all().isEmpty()
        && columns().stream().flatMap(Optional::stream).anyMatch(Importances::useful);
  }

  private List<String> heading() {
    List<String> heading = new ArrayList<>(List.of("axis"));
    rungs.all().forEach(rung -> heading.add("step " + rung.step()));
    heading.add("finished");
    return heading;
  }

  private List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    List<String> trials = new ArrayList<>(List.of("trials"));
    rungs.all().forEach(rung -> trials.add(String.valueOf(rung.trials())));
    trials.add(String.valueOf(analysis.observations().runs().size()));
    rows.add(trials);
    List<Optional<Importances>> columns = columns();
    List<String> fit = new ArrayList<>(List.of("predicted of unseen cells"));
    columns.forEach(
        importances ->
            fit.add(importances.filter(each -> !each.exact()).map(this::fit).orElse("")));
    rows.add(fit);
    for (String axis : axes()) {
      List<String> row = new ArrayList<>(List.of(axis));
      columns.forEach(
          importances ->
              row.add(importances.filter(Importances::useful).map(i -> share(i, axis)).orElse("")));
      rows.add(row);
    }
    return rows;
  }

  private List<Optional<Importances>> columns() {
    List<Optional<Importances>> columns = new ArrayList<>();
    rungs.all().forEach(rung -> columns.add(rung.importances()));
    columns.add(finished);
    return columns;
  }

  /** The axes, in the order of the first column that has shares. */
  private List<String> axes() {
    return columns().stream()
        .flatMap(Optional::stream)
        .filter(Importances::useful)
        .flatMap(importances -> importances.axes().stream())
        .map(Importances.AxisImportance::axis)
        .distinct()
        .limit(MOST_AXES)
        .toList();
  }

  private String fit(Importances importances) {
    // NaN: values so far apart that their squares are infinite
    return (importances.fit() > 0 ? ForestNotes.percent(importances.fit()) : "none")
        + (importances.useful() ? "" : " (too little)");
  }

  private static String share(Importances importances, String axis) {
    return importances.axes().stream()
        .filter(each -> each.axis().equals(axis))
        .findFirst()
        .map(
            each ->
                importances.withinChance(each)
                    ? ForestNotes.WITHIN
                    : ForestNotes.percent(each.share()))
        .orElse("");
  }

  /** What the columns mean and what they do not; one sentence each. */
  List<String> notes() {
    if (rungs.all().isEmpty()) {
      return List.of();
    }
    List<String> notes = new ArrayList<>();
    Rung first = rungs.all().get(0);
    notes.add(
        "A column has the share of the variance of %s that each axis explains by itself, at one step (functional analysis of variance)."
            .formatted(analysis.observations().metric()));
    notes.add(
        first.stoppedBefore() == 0
            ? "At step %d no trial had been stopped, so no axis looks idle because its bad values are gone. Later columns have only the trials that went on."
                .formatted(first.step())
            : "%d trials had been stopped before step %d: an axis whose bad values are gone looks idle."
                .formatted(first.stoppedBefore(), first.step()));
    for (Rung rung : rungs.all()) {
      NoImportances.reason(rung.analysis(), rung.importances())
          .ifPresent(why -> notes.add("step %d: %s.".formatted(rung.step(), why)));
    }
    notes.add(
        Double.isNaN(rungs.agreement())
            ? "What matters at step %d need not matter at the end.".formatted(first.step())
            : "What matters at step %d need not matter at the end: of the %d trials that finished, the ranks at both have a correlation of %.2f%s."
                .formatted(
                    first.step(),
                    rungs.finished(),
                    rungs.agreement(),
                    rungs.chance() <= Effect.LEVEL
                        ? ""
                        : ", as they may have by chance (p %s)"
                            .formatted(Rounded.probability(rungs.chance()))));
    if (analysis.observations().adaptive()) {
      notes.add(ForestNotes.UNTESTED);
      columns().stream()
          .flatMap(Optional::stream)
          .filter(Importances::useful)
          .findFirst()
          .filter(importances -> !importances.exact())
          .map(ForestNotes::chance)
          .ifPresent(notes::add);
    }
    return notes;
  }
}
