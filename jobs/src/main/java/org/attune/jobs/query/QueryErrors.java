package org.attune.jobs.query;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.AnalysisException;
import org.attune.api.Metric;
import org.attune.api.catalog.Spelling;
import org.attune.cluster.source.SweepTables;
import org.attune.cluster.spark.SqlStatement;
import org.attune.jobs.console.InputException;

/** Explains an invalid query: the place, the error, and the name that the user probably meant. */
final class QueryErrors {

  private static final String UNKNOWN_COLUMN = "UNRESOLVED_COLUMN";
  private static final String UNKNOWN_FUNCTION = "UNRESOLVED_ROUTINE";
  private static final String UNKNOWN_TABLE = "TABLE_OR_VIEW_NOT_FOUND";

  /** Functions that people use. Spark knows four hundred, so some name is near to any word. */
  private static final List<String> FUNCTIONS =
      List.of(
          ("avg mean min max sum count stddev stddev_samp variance median percentile"
                  + " percentile_approx min_by max_by first last rank row_number lag lead round"
                  + " abs log log10 exp pow sqrt coalesce concat lower upper substring explode"
                  + " collect_list array_agg date_trunc isnan nullif corr regr_slope")
              .split(" "));

  private static final String HIDDEN =
      "; the tables of a lab's sweep have its sealed metrics once its claims are judged";

  private QueryErrors() {}

  /** The message for a query over these tables. */
  static InputException of(AnalysisException e, SqlStatement statement, SweepTables tables) {
    String kind = e.getErrorClass() == null ? "" : e.getErrorClass();
    Map<String, String> parameters = e.getMessageParameters();
    if (kind.equals(UNKNOWN_TABLE)) {
      String name = unquoted(parameters.get("relationName"));
      return new InputException(
          "%sthere is no table '%s'%s"
              .formatted(
                  QueryPlace.of(e),
                  name,
                  Remedies.of(
                      Spelling.hint(lower(name), tables.names()),
                      "the tables are " + String.join(", ", tables.names()))));
    }
    if (kind.startsWith(UNKNOWN_COLUMN)) {
      List<String> path = List.of(parameters.get("objectName").split("`\\.`"));
      return noColumn(QueryPlace.of(e), unquoted(path.get(path.size() - 1)), statement, tables);
    }
    if (kind.startsWith(UNKNOWN_FUNCTION)) {
      String name = unquoted(parameters.get("routineName"));
      return new InputException(
          "%sthere is no function '%s'%s"
              .formatted(
                  QueryPlace.of(e),
                  name,
                  Remedies.of(
                      Spelling.hint(lower(name), FUNCTIONS), "'show functions' lists them")));
    }
    return new InputException(QueryPlace.message(e));
  }

  /** Extracts Spark's error about a value from the exceptions that wrap it. */
  static FailedQueryException whileRunning(Exception failed) {
    String message = failed.toString();
    boolean named = false;
    for (Throwable at = failed; at != null; at = at.getCause()) {
      boolean hasName = at instanceof SparkThrowable known && known.getErrorClass() != null;
      if (at.getMessage() != null && (hasName || !named)) {
        message = at.getMessage();
        named |= hasName;
      }
    }
    String reason =
        message
            .lines()
            .findFirst()
            .orElse(message)
            .replaceFirst("^\\[[A-Z0-9_.]+] ", "")
            .replaceFirst(" SQLSTATE: \\w{5}$", ""); // Spark 4
    return new FailedQueryException("Cannot answer the query: " + reason.strip(), failed);
  }

  private static InputException noColumn(
      String place, String name, SqlStatement statement, SweepTables tables) {
    return new InputException(
        "%sthere is no column '%s'%s"
                .formatted(
                    place,
                    name,
                    Remedies.of(
                        hint(lower(name), columns(statement, tables)),
                        "'describe %s' lists the columns"
                            .formatted(
                                statement.tables().stream()
                                    .filter(tables.names()::contains)
                                    .findFirst()
                                    .orElse("results"))))
            + (Metric.isSealed(lower(name)) ? HIDDEN : "")
            + (hasNoResults(tables)
                ? "; no trial is in the tables yet, so they have no columns of parameters and metrics"
                : ""));
  }

  private static boolean hasNoResults(SweepTables tables) {
    try {
      return tables.rows("results") == 0;
    } catch (IOException unreadable) {
      return false;
    }
  }

  /** The column that was meant or, where none is so near, the nearest three. */
  private static String hint(String name, List<String> columns) {
    if (columns.contains(name)) { // as the sweep file writes it: attention.gate
      return "; columns have no prefix: write " + name;
    }
    String hint = Spelling.hint(name, columns);
    return !hint.isEmpty() || columns.isEmpty()
        ? hint
        : "; the nearest are " + String.join(", ", Spelling.nearest(name, columns, 3));
  }

  private static List<String> columns(SqlStatement statement, SweepTables tables) {
    TreeSet<String> names = new TreeSet<>();
    for (String table : statement.tables()) {
      if (tables.names().contains(table)) {
        try {
          tables.columns(table).forEach(column -> names.add(column.name()));
        } catch (IOException unreadable) {
          return List.of();
        }
      }
    }
    return new ArrayList<>(names);
  }

  private static String unquoted(String name) {
    return name.replace("`", "");
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
