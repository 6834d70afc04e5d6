package org.attune.jobs.query;

import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.AnalysisException;
import org.attune.api.catalog.Spelling;
import org.attune.cluster.spark.RefusedStatementException;
import org.attune.cluster.spark.SqlStatement;
import org.attune.jobs.console.InputException;

/** A user's statement, parsed and checked to be read-only. This class does not start Spark. */
final class Statement {

  private static final List<String> BEGINNINGS =
      List.of("select", "with", "from", "table", "values", "show", "describe", "explain");

  private Statement() {}

  /**
   * Parses a statement.
   *
   * @throws InputException when it is not SQL, or does anything but read
   */
  static SqlStatement parse(String text) {
    try {
      return SqlStatement.parse(text);
    } catch (RefusedStatementException e) {
      throw new InputException(e.getMessage());
    } catch (AnalysisException e) {
      String first = text.strip().split("\\W", 2)[0].toLowerCase(Locale.ROOT);
      String hint = BEGINNINGS.contains(first) ? "" : Spelling.hint(first, BEGINNINGS);
      throw new InputException(QueryPlace.message(e) + hint);
    }
  }
}
