package org.attune.sweeps.table;

import static org.attune.sweeps.table.AttemptTables.ARTIFACTS;
import static org.attune.sweeps.table.AttemptTables.ATTEMPTS;
import static org.attune.sweeps.table.AttemptTables.METRICS;

import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.attune.api.catalog.ParameterTree;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.SweepNote;

/**
 * The tables, and a sweep's rows in them as a function of a view.
 *
 * <p>The caller gives the number of settled rows that it has, and gets the later ones. All tables
 * of one view show the same moment. Replaying the same journal settles the same rows in the same
 * order.
 */
public final class Tables {

  /** The name of the table with a row for each trial, all its parameters in one map. */
  public static final String TRIALS = TrialsTable.TABLE.name();

  /** The name of the table of notes: people write them at any time, so no driver publishes it. */
  public static final String NOTES = NotesTable.TABLE.name();

  private static final List<Table<?>> PUBLISHED =
      List.of(Results.FIXED, TrialsTable.TABLE, ATTEMPTS, METRICS, ARTIFACTS, SweepsTable.TABLE);

  private static final List<Table<?>> DECLARED =
      Stream.concat(PUBLISHED.stream(), Stream.of(NotesTable.TABLE)).toList();

  private Tables() {}

  /** All tables, the most useful first, with the columns that every sweep has. */
  public static List<Table<?>> declared() {
    return DECLARED;
  }

  /** The names of the tables that drivers publish, the most useful first. */
  public static List<String> published() {
    return PUBLISHED.stream().map(Table::name).toList();
  }

  /** The names of all tables, the most useful first. */
  public static List<String> names() {
    return DECLARED.stream().map(Table::name).toList();
  }

  /** The table of a name; empty if no version has had it. */
  public static Optional<Table<?>> named(String name) {
    return DECLARED.stream().filter(table -> table.name().equals(name)).findFirst();
  }

  /** The description of a column that every sweep has; empty for any other. */
  public static Optional<Column.Note> note(String table, String column) {
    return named(table).flatMap(declared -> declared.note(column));
  }

  /**
   * The rows of a sweep's notes.
   *
   * @param notes the oldest first; each row is live, as people may edit them
   */
  public static TableRows notes(String sweepId, List<SweepNote> notes) {
    return TableRows.of(
        NotesTable.TABLE, List.of(), notes, table -> 0, note -> new NotesTable.Row(sweepId, note));
  }

  /**
   * The rows of all published tables of a view. The row of {@code sweeps} is always live. Failed
   * and abandoned trials are live, because they may be retried. All metrics and artifacts are
   * settled.
   *
   * @param tree of the sweep's catalog, for the columns of parameters
   * @param settledBefore number of settled rows of a table, by its name, that the caller already
   *     has
   */
  public static List<TableRows> all(
      SweepView sweep, ParameterTree tree, ToIntFunction<String> settledBefore) {
    return all(sweep, CellNames.of(sweep), tree, settledBefore);
  }

  /**
   * The rows of all published tables of a view whose cells have been named.
   *
   * @param names of this view's cells: to make them takes a look at every trial
   */
  public static List<TableRows> all(
      SweepView sweep, CellNames names, ParameterTree tree, ToIntFunction<String> settledBefore) {
    return List.of(
        TableRows.of(SweepsTable.TABLE, List.of(), List.of(sweep), settledBefore, view -> view),
        TrialsTable.rows(TrialsTable.TABLE, sweep, names, settledBefore),
        rows(ATTEMPTS, sweep, sweep.settledAttempts(), sweep.runningAttempts(), settledBefore),
        rows(METRICS, sweep, sweep.metrics(), List.of(), settledBefore),
        rows(ARTIFACTS, sweep, sweep.artifacts(), List.of(), settledBefore),
        TrialsTable.rows(Results.table(sweep, tree), sweep, names, settledBefore));
  }

  private static <V> TableRows rows(
      Table<AttemptTables.Row<V>> table,
      SweepView sweep,
      List<V> settled,
      List<V> live,
      ToIntFunction<String> settledBefore) {
    return TableRows.of(
        table, settled, live, settledBefore, item -> new AttemptTables.Row<>(sweep.header(), item));
  }
}
