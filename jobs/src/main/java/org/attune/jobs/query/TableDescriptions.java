package org.attune.jobs.query;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.attune.api.catalog.Spelling;
import org.attune.cluster.source.SweepTables;
import org.attune.cluster.spark.SqlDescription;
import org.attune.cluster.spark.SqlStatement;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.console.InputException;
import org.attune.sweeps.table.Column;
import org.attune.sweeps.table.Table;
import org.attune.sweeps.table.Tables;

/**
 * Answers {@code SHOW TABLES}, {@code SHOW COLUMNS} and {@code DESCRIBE} from the sweeps' manifests
 * and the declared columns. The answers have units and do not need Spark.
 */
record TableDescriptions(SweepTables tables) {

  /** The column of {@code model.kind}: results have it if trials trained Attune's models. */
  private static final String MODEL = "model";

  private static final List<String> TABLE = List.of("table", "rows", "columns", "description");
  private static final List<String> COLUMN = List.of("column", "type", "unit", "description");

  /**
   * The answer to a statement; empty for a query, and for statements that Spark must answer.
   *
   * @throws InputException when there is no such table or column
   */
  Optional<Rows> answer(SqlStatement statement) throws IOException {
    Optional<SqlDescription> asked = statement.description();
    if (asked.isEmpty()) {
      return Optional.empty();
    }
    if (asked.get() instanceof SqlDescription.TableList show) {
      return Optional.of(tables(show.pattern()));
    }
    String table = table(statement);
    return Optional.of(
        asked.get() instanceof SqlDescription.OneColumn one
            ? column(table, one.name())
            : columns(table));
  }

  private Rows tables(String pattern) throws IOException {
    List<String> names = new ArrayList<>(Tables.names());
    names.retainAll(tables.names());
    tables.names().stream().filter(name -> !names.contains(name)).forEach(names::add);
    Pattern shown = pattern(pattern);
    List<Object[]> rows = new ArrayList<>();
    for (String name : names) {
      if (shown.matcher(name).matches()) {
        String count = Long.toString(tables.rows(name));
        String width = Integer.toString(tables.columns(name).size());
        rows.add(
            new Object[] {name, count, width, Tables.named(name).map(Table::describes).orElse("")});
      }
    }
    return Rows.of(TABLE, rows);
  }

  /** As Spark reads it: {@code *} stands for any text, {@code |} is between alternatives. */
  private static Pattern pattern(String pattern) {
    try {
      return Pattern.compile(
          pattern.strip().replace("*", ".*"), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    } catch (PatternSyntaxException notOne) {
      return Pattern.compile("(?!)"); // it matches nothing, as in Spark
    }
  }

  private Rows columns(String table) throws IOException {
    return rows(table, tables.columns(table));
  }

  private Rows column(String table, String name) throws IOException {
    List<Column> columns = tables.columns(table);
    for (Column column : columns) {
      if (column.name().equalsIgnoreCase(name)) {
        return rows(table, List.of(column));
      }
    }
    throw new InputException(
        "There is no column '%s' in %s%s"
            .formatted(
                name,
                table,
                Remedies.of(
                    Spelling.hint(
                        name.toLowerCase(Locale.ROOT), columns.stream().map(Column::name).toList()),
                    "'describe %s' lists the columns".formatted(table))));
  }

  private String table(SqlStatement statement) {
    String name = statement.tables().iterator().next();
    if (!tables.names().contains(name)) {
      throw new InputException(
          "There is no table '%s'%s"
              .formatted(
                  name,
                  Remedies.of(
                      Spelling.hint(name, tables.names()),
                      "the tables are " + String.join(", ", tables.names()))));
    }
    return name;
  }

  private Rows rows(String table, List<Column> columns) throws IOException {
    boolean trainings =
        tables.columns(table).stream().anyMatch(other -> other.name().equals(MODEL));
    ColumnNotes notes = new ColumnNotes(new TrialCatalog());
    List<Object[]> rows = new ArrayList<>();
    for (Column column : columns) {
      Column.Note note =
          trainings
              ? notes.note(table, column.name())
              : Tables.note(table, column.name()).orElse(ColumnNotes.NONE);
      rows.add(new Object[] {column.name(), type(column), note.unit(), note.text()});
    }
    return Rows.of(COLUMN, rows);
  }

  /** A column's type as SQL spells it. */
  static String type(Column column) {
    return switch (column.type()) {
      case LONG -> "bigint";
      case STRING_MAP -> "map<string,string>";
      default -> column.type().name().toLowerCase(Locale.ROOT);
    };
  }
}
