package org.attune.jobs.query;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.SparkSqlParser;
import org.attune.api.catalog.Spelling;
import org.attune.cluster.query.LiteralText;
import org.attune.cluster.query.RefusedStatementException;
import org.attune.cluster.query.SelectOnly;
import org.attune.jobs.console.InputException;

/**
 * A user's statement, parsed and checked to be read-only. This class does not start Spark.
 *
 * @param text the statement as the user wrote it
 * @param plan the parsed statement, with names not yet resolved
 * @param tables the names that it reads from, in lower case: tables, and names that it defines
 *     itself
 */
record Statement(String text, LogicalPlan plan, Set<String> tables) {

  private static final List<String> BEGINNINGS =
      List.of("select", "with", "from", "table", "values", "show", "describe", "explain");

  Statement {
    tables = Set.copyOf(tables);
  }

  /**
   * Parses a statement.
   *
   * @throws InputException when it is not SQL, or does anything but read
   */
  static Statement parse(String text) {
    try {
      LogicalPlan plan = plan(text);
      return new Statement(text, plan, SelectOnly.require(plan));
    } catch (RefusedStatementException e) {
      throw new InputException(e.getMessage());
    } catch (ParseException e) {
      String first = text.strip().split("\\W", 2)[0].toLowerCase(Locale.ROOT);
      String hint = BEGINNINGS.contains(first) ? "" : Spelling.hint(first, BEGINNINGS);
      throw new InputException(QueryPlace.message(e) + hint);
    }
  }

  /** Lets the caller catch an exception that Scala does not declare. */
  private static LogicalPlan plan(String text) throws ParseException {
    return LiteralText.parse(() -> new SparkSqlParser().parsePlan(text));
  }
}
