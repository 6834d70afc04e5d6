package org.attune.sweeps.spec.claims;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.Numbers;
import org.attune.sweeps.claim.Layout;
import org.attune.sweeps.spec.form.Fields;
import org.attune.sweeps.spec.form.Form;
import org.attune.sweeps.spec.form.Given;
import org.attune.sweeps.spec.form.Key;

/** Reads {@code table}: how to show a sweep's cells next to a paper's. */
public final class LayoutReader {

  private static final Form<List<Given.Member>> BY_CELL = Form.mapping(Form.SCALAR);
  private static final Key<String> METRIC = new Key<>("metric", Form.TEXT, "a final metric");
  private static final Key<String> FLOOR =
      new Key<>("floor", Form.WORD, "what chance gets: a number, or a metric that says it");
  private static final Key<List<Given.Member>> PAPER =
      new Key<>("paper", BY_CELL, "the paper's numbers by cell");
  private static final Form<Fields> COLUMN = Key.section(METRIC, FLOOR, PAPER);
  private static final Key<String> TITLE =
      new Key<>("title", Form.TEXT, "the question that it answers");
  private static final Key<String> SOURCE =
      new Key<>("source", Form.TEXT, "where the paper's numbers stand");
  private static final Key<List<Given>> COLUMNS =
      new Key<>("columns", Form.list(COLUMN, ""), "a metric in each");
  public static final Key<List<Given.Member>> CONTROLS =
      new Key<>("controls", BY_CELL, "cells, and the control of each");
  private static final Key<List<Given>> NOTES =
      new Key<>("notes", Form.list(Form.SCALAR, ""), "lines below the table");
  private static final Key<List<Given>> SETTINGS =
      new Key<>(
          "settings", Form.list(SettingsReader.ROW, ""), "the authors' settings, beside ours");

  public static final Key<Fields> TABLE =
      new Key<>(
          "table",
          Key.section(TITLE, SOURCE, COLUMNS, CONTROLS, NOTES, SETTINGS, LadderReader.LADDER),
          "how cells are shown beside a paper's");

  private final CellWords words;
  private final String objective;

  /**
   * Creates a reader of tables about the given cells.
   *
   * @param objective the metric of a table that does not name one
   */
  LayoutReader(CellWords words, String objective) {
    this.words = words;
    this.objective = objective;
  }

  Layout read(Fields fields) {
    List<Layout.LayoutColumn> columns = new ArrayList<>();
    for (Given column : COLUMNS.in(fields).orElse(List.of())) {
      COLUMN.in(column.numbered(columns.size())).map(this::column).ifPresent(columns::add);
    }
    Map<String, String> controls = new LinkedHashMap<>();
    CONTROLS.in(fields).orElse(List.of()).forEach(entry -> control(entry, controls));
    return new Layout(
        TITLE.in(fields).orElse(""),
        SOURCE.in(fields).orElse(""),
        columns.isEmpty() ? Layout.of(objective).columns() : columns,
        controls,
        NOTES.in(fields).orElse(List.of()).stream().flatMap(note -> note.text().stream()).toList(),
        new SettingsReader(words).read(SETTINGS.in(fields).orElse(List.of())),
        LadderReader.LADDER.in(fields).flatMap(LadderReader::read));
  }

  /**
   * Where names leave out some axes, a cell's control is the one with equal values of these axes.
   */
  private void control(Given.Member entry, Map<String, String> controls) {
    List<String> named = words.labels(entry.name());
    List<String> others = words.labels(entry.value());
    String other = entry.value().text().orElse("");
    for (String label : named) {
      others.stream()
          .filter(
              control ->
                  others.size() == 1
                      || CellWords.rest(other, control).equals(CellWords.rest(entry.key(), label)))
          .findFirst()
          .ifPresent(control -> controls.put(label, control));
    }
  }

  private Layout.LayoutColumn column(Fields fields) {
    String metric = METRIC.in(fields).orElse(objective);
    words.requireMetricSomewhere(METRIC.at(fields), metric);
    Map<String, String> paper = new LinkedHashMap<>();
    for (Given.Member entry : PAPER.in(fields).orElse(List.of())) {
      List<String> labels = words.labels(entry.name());
      entry.value().text().ifPresent(number -> labels.forEach(cell -> paper.put(cell, number)));
    }
    return new Layout.LayoutColumn(
        metric, paper, FLOOR.in(fields).map(floor -> floor(FLOOR.at(fields), floor)));
  }

  private Layout.Floor floor(Given place, String word) {
    Optional<Double> number = Numbers.real(word);
    if (number.isPresent()) {
      return new Layout.Floor.OfNumber(number.get());
    }
    words.requireMetricSomewhere(place, word);
    return new Layout.Floor.OfMetric(word);
  }
}
