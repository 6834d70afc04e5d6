package org.attune.sweeps.table;

import static org.attune.sweeps.table.Column.Type.BOOLEAN;
import static org.attune.sweeps.table.Column.Type.DOUBLE;
import static org.attune.sweeps.table.Column.Type.LONG;
import static org.attune.sweeps.table.Column.Type.STRING;
import static org.attune.sweeps.table.Column.Type.TIMESTAMP;

import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.ParameterTree;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.SweepView;

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

  private static final String PARAMETER_PREFIX = "param_";

  /** The table with the columns that every sweep has. */
  static final Table<TrialsTable.Row> FIXED =
      Table.<TrialsTable.Row>of(
              "results", "one row for each trial; columns for its parameters and final metrics")
          .like(TrialsTable.TABLE, "sweep_id")
          .with("sweep", STRING, row -> row.sweep().name())
          .says("its name in the sweep file")
          .like(
              TrialsTable.TABLE,
              "cell",
              "trial_id",
              "config_hash",
              "replicate",
              "seed",
              "state",
              "objective")
          .maybe("attempt", LONG, row -> row.counting().map(Attempt::number))
          .says("the try that counts, from 1")
          .maybe("started_at", TIMESTAMP, row -> row.counting().map(Attempt::startedAt))
          .says("when that try began")
          .maybe("ended_at", TIMESTAMP, row -> row.counting().flatMap(Attempt::endedAt))
          .says("when that try ended")
          .maybe("wall_seconds", DOUBLE, row -> row.counting().flatMap(AttemptTables::wallSeconds))
          .says("s", "from its beginning to its end")
          .maybe(
              "compute_seconds",
              DOUBLE,
              row -> row.counting().flatMap(AttemptTables::computeSeconds))
          .says("s", "seconds of these in which it computed")
          .maybe("host", STRING, row -> row.counting().map(Attempt::host))
          .says("the machine that ran it")
          .maybe("device", STRING, row -> row.counting().map(Attempt::device))
          .says("the processor or GPU that trained it")
          .maybe("code_version", STRING, row -> row.fact(Provenance.CODE_VERSION))
          .says("Attune's git revision, with -dirty where it was changed")
          .like(TrialsTable.TABLE, "data_file", "data_file_hash")
          .maybe("data_hash", STRING, row -> row.fact(Provenance.DATA_HASH))
          .says("SHA-256 of the examples that it was trained on, read or made");

  private Results() {}

  /** Whether every sweep has a column of this name, ignoring case. */
  public static boolean isFixed(String column) {
    return FIXED.note(folded(column)).isPresent();
  }

  /** The fixed columns, then one for each parameter of a trial and one for each final metric. */
  static Table<TrialsTable.Row> table(SweepView sweep, ParameterTree tree) {
    Table<TrialsTable.Row> table = FIXED;
    Set<String> names = new HashSet<>();
    FIXED.schema().columns().forEach(column -> names.add(column.name()));
    for (String key : sweep.parameterKeys()) {
      String column = distinct(tree.column(key), PARAMETER_PREFIX, names);
      Column.Type type = type(tree, key);
      table = table.maybe(column, type, row -> value(type, key, row.configuration())).says("");
    }
    // Include parameters that no trial has yet: one may appear, and names must not change.
    tree.keys().forEach(key -> names.add(folded(tree.column(key))));
    for (String metric : sweep.finalMetrics()) {
      String column = distinct(metric, METRIC_PREFIX, names);
      if (!sweep.hides(metric)) { // else its name stays taken, for the day when it is shown
        table = table.maybe(column, DOUBLE, row -> metric(metric, row)).says("");
      }
    }
    return table;
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

  private static Column.Type type(ParameterTree tree, String key) {
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

  private static Optional<?> value(Column.Type type, String key, Configuration configuration) {
    String text = configuration.values().get(key);
    if (text == null) {
      return Optional.ofNullable(configuration.holes().get(key));
    }
    return Optional.of(
        switch (type) {
          case LONG -> (Object) Long.valueOf(text);
          case DOUBLE -> Double.valueOf(text);
          case BOOLEAN -> Boolean.valueOf(text);
          default -> text;
        });
  }

  private static Optional<Double> metric(String metric, TrialsTable.Row row) {
    return row.status().state().successful()
        ? row.counting().map(attempt -> attempt.metrics().get(metric))
        : Optional.empty();
  }
}
