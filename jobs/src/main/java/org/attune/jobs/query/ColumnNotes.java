package org.attune.jobs.query;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.Metric;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.ParameterTree;
import org.attune.sweeps.table.Column.Note;
import org.attune.sweeps.table.Results;
import org.attune.sweeps.table.Tables;

/** What the tables' columns say: as declared and, for {@code results}, from the catalog. */
final class ColumnNotes {

  /** The empty note, for a column without one. */
  static final Note NONE = new Note("", "");

  private static final String RESULTS = "results";

  private final Map<String, Note> parameters = new HashMap<>();
  private final List<Parameter> formulas = new ArrayList<>();
  private final List<Metric> metrics;

  ColumnNotes(AxisCatalog catalog) {
    ParameterTree tree = catalog.tree();
    for (String key : tree.keys()) {
      Parameter parameter = tree.parameter(key).orElseThrow();
      parameters.put(parameter.column(), note(parameter));
      if (parameter.domain() instanceof Domain.Formula) {
        formulas.add(parameter);
      }
    }
    metrics = TaskMetric.all(catalog).stream().map(TaskMetric::metric).toList();
  }

  private static Note note(Parameter parameter) {
    String values =
        parameter.domain() instanceof Domain.Choice ? "" : "; " + parameter.domain().describe();
    return new Note("", parameter.key() + ": " + parameter.describes() + values);
  }

  /** The description of a column; an empty note when none is known. */
  Note note(String table, String column) {
    Optional<Note> declared = Tables.note(table, column);
    return (table.equals(RESULTS) ? declared.or(() -> ofResults(column)) : declared).orElse(NONE);
  }

  private Optional<Note> ofResults(String column) {
    return Optional.ofNullable(parameters.get(column))
        .or(() -> hole(column))
        .or(() -> metric(column));
  }

  /** A formula's column has its holes beside it, by name. */
  private Optional<Note> hole(String column) {
    return formulas.stream()
        .filter(p -> column.startsWith(p.column() + "_"))
        .findFirst()
        .map(
            p ->
                new Note(
                    "",
                    "%s: what the sweep file put in for '%s'"
                        .formatted(p.key(), column.substring(p.column().length() + 1))));
  }

  private Optional<Note> metric(String column) {
    String name =
        column.startsWith(Results.METRIC_PREFIX)
            ? column.substring(Results.METRIC_PREFIX.length())
            : column;
    return metrics.stream()
        .filter(metric -> metric.covers(name))
        .findFirst()
        .map(metric -> new Note(metric.unit(), "final metric: " + metric.describes()));
  }
}
