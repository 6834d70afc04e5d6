package org.attune.sweeps.table;

import static org.attune.sweeps.table.Column.Type.BOOLEAN;
import static org.attune.sweeps.table.Column.Type.DOUBLE;
import static org.attune.sweeps.table.Column.Type.LONG;
import static org.attune.sweeps.table.Column.Type.STRING;
import static org.attune.sweeps.table.Column.optional;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.ParameterTree;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;

/**
 * The wide table {@code results}, for notebooks: one row per trial, one column for each parameter
 * of any trial and for each final metric.
 *
 * <p>Columns are only ever added, as trials bring new parameters and metrics; names never change. A
 * metric's column gets the prefix {@code metric_} if its name is already taken, ignoring case. A
 * fixed column, any parameter in the catalog, or an earlier metric may have taken it.
 */
public final class Results {

  /** Begins the name of a metric's column if the metric's own name is taken. */
  public static final String METRIC_PREFIX = "metric_";

  static final String TABLE = "results";
  private static final String PARAMETER_PREFIX = "param_";

  private static final List<Column> FIXED = ColumnGuide.schema(TABLE).columns();

  private final CellNames names;
  private final ParameterTree tree;
  private final Map<String, String> columnOfKey = new LinkedHashMap<>();
  private final Map<String, String> columnOfMetric = new LinkedHashMap<>();
  private final TableSchema schema;
  private final RowBuilder builder;

  private Results(SweepView sweep, CellNames cells, ParameterTree tree) {
    this.names = cells;
    this.tree = tree;
    List<Column> columns = new ArrayList<>(FIXED);
    Set<String> names = new HashSet<>();
    FIXED.forEach(column -> names.add(column.name()));
    for (String key : sweep.parameterKeys()) {
      columnOfKey.put(key, distinct(tree.column(key), PARAMETER_PREFIX, names));
      columns.add(optional(columnOfKey.get(key), type(key)));
    }
    // Include parameters that no trial has yet: one may appear, and names must not change.
    tree.keys().forEach(key -> names.add(folded(tree.column(key))));
    for (String metric : sweep.finalMetrics()) {
      String column = distinct(metric, METRIC_PREFIX, names);
      if (sweep.hides(metric)) {
        continue; // its name stays taken, for the day when it is shown
      }
      columnOfMetric.put(metric, column);
      columns.add(optional(columnOfMetric.get(metric), DOUBLE));
    }
    this.schema = new TableSchema(TABLE, columns);
    this.builder = new RowBuilder(schema, sweep.header());
  }

  /**
   * The rows of {@code results}.
   *
   * @param tree of the sweep's catalog, for the columns of parameters
   * @param settledBefore number of settled rows that the caller already has
   */
  public static TableRows results(SweepView sweep, ParameterTree tree, int settledBefore) {
    return results(sweep, CellNames.of(sweep), tree, settledBefore);
  }

  static TableRows results(
      SweepView sweep, CellNames names, ParameterTree tree, int settledBefore) {
    Results results = new Results(sweep, names, tree);
    return TableRows.of(
        results.schema,
        sweep.settledTrials(),
        settledBefore,
        sweep.unsettledTrials(),
        results::row);
  }

  private static String distinct(String name, String prefix, Set<String> taken) {
    String distinct = name;
    while (!taken.add(folded(distinct))) {
      distinct = prefix + distinct;
    }
    return distinct;
  }

  /** SQL ignores case. */
  private static String folded(String column) {
    return column.toLowerCase(Locale.ROOT);
  }

  private Column.Type type(String key) {
    Optional<Domain> domain = tree.parameter(key).map(Parameter::domain);
    if (domain.isEmpty()
        || domain.get() instanceof Domain.Choice
        || domain.get() instanceof Domain.Formula
        || domain.get() instanceof Domain.Text) {
      return STRING;
    }
    if (domain.get() instanceof Domain.IntegerRange) {
      return LONG;
    }
    return domain.get() instanceof Domain.RealRange ? DOUBLE : BOOLEAN;
  }

  private Object[] row(TrialStatus status) {
    Optional<Attempt> attempt = status.attempt();
    RowBuilder row = builder.trial(names, status);
    row.set("attempt", attempt.map(a -> (long) a.number()))
        .set("started_at", attempt.map(Attempt::startedAt))
        .set("ended_at", attempt.flatMap(Attempt::endedAt))
        .setSeconds("wall_seconds", attempt.flatMap(Attempt::wallTime))
        .set("compute_seconds", attempt.flatMap(a -> Provenance.computeSeconds(a.provenance())))
        .set("host", attempt.map(Attempt::host))
        .set("device", attempt.map(Attempt::device))
        .set("code_version", attempt.map(a -> a.provenance().get(Provenance.CODE_VERSION)))
        .set("data_hash", attempt.map(a -> a.provenance().get(Provenance.DATA_HASH)));
    Configuration configuration = status.trial().configuration();
    configuration.holes().forEach((key, text) -> row.set(columnOfKey.get(key), text));
    configuration.values().forEach((key, text) -> row.set(columnOfKey.get(key), value(key, text)));
    if (status.state().successful()) {
      Map<String, Double> metrics = attempt.map(Attempt::metrics).orElse(Map.of());
      columnOfMetric.forEach((metric, column) -> row.set(column, metrics.get(metric)));
    }
    return row.build();
  }

  private Object value(String key, String text) {
    return switch (type(key)) {
      case LONG -> (Object) Long.valueOf(text);
      case DOUBLE -> Double.valueOf(text);
      case BOOLEAN -> Boolean.valueOf(text);
      default -> text;
    };
  }
}
