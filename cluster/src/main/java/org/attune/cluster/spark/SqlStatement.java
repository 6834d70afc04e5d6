package org.attune.cluster.spark;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute;
import org.apache.spark.sql.catalyst.plans.logical.Command;
import org.apache.spark.sql.catalyst.plans.logical.DescribeColumn;
import org.apache.spark.sql.catalyst.plans.logical.DescribeRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.ShowColumns;
import org.apache.spark.sql.catalyst.plans.logical.ShowTables;
import org.apache.spark.sql.execution.SparkSqlParser;

/** A statement, parsed and checked to only read. Spark need not run. */
public final class SqlStatement {

  /** The error that Spark 4's parser reports when it runs out of stack before the check does. */
  private static final String TOO_COMPLEX = "FAILED_TO_PARSE_TOO_COMPLEX";

  private final String text;
  private final LogicalPlan plan;
  private final Set<String> tables;

  private SqlStatement(String text, LogicalPlan plan) {
    this.text = text;
    this.plan = plan;
    this.tables = Set.copyOf(SelectOnly.require(plan));
  }

  /**
   * Parses a statement unchanged.
   *
   * @throws AnalysisException when it is not SQL
   * @throws RefusedStatementException when it does anything but read, naming the refused part
   */
  public static SqlStatement parse(String text) throws AnalysisException {
    try {
      return new SqlStatement(text, LiteralText.parse(() -> new SparkSqlParser().parsePlan(text)));
    } catch (AnalysisException e) {
      if (TOO_COMPLEX.equals(e.getErrorClass())) {
        throw RefusedStatementException.tooDeep();
      }
      throw e;
    } catch (RefusedStatementException e) {
      throw e;
    } catch (StackOverflowError e) {
      throw RefusedStatementException.tooDeep();
    } catch (Exception e) {
      if (e instanceof SparkThrowable) { // Spark 4 says what is wrong in a script
        throw new RefusedStatementException(
            "Cannot run this statement: only SELECT statements run here (and SHOW, DESCRIBE,"
                + " EXPLAIN), and this is a script.");
      }
      throw e;
    }
  }

  LogicalPlan plan() {
    return plan;
  }

  /** The statement as the user wrote it. */
  public String text() {
    return text;
  }

  /**
   * The names that it reads from, in lower case: tables, and names that it defines itself. Some
   * name may be of no table.
   */
  public Set<String> tables() {
    return tables;
  }

  /** Whether it asks for something else than rows. */
  public boolean isCommand() {
    return plan instanceof Command;
  }

  /** What it asks to be described; empty for a query, and for what only Spark can describe. */
  public Optional<SqlDescription> description() {
    if (plan instanceof ShowTables show) {
      return Optional.of(
          new SqlDescription.TableList(ScalaValues.optional(show.pattern()).orElse("*")));
    }
    if (plan instanceof ShowColumns || plan instanceof DescribeRelation) {
      return Optional.of(new SqlDescription.ColumnList());
    }
    if (plan instanceof DescribeColumn describe
        && describe.column() instanceof UnresolvedAttribute attribute) {
      List<String> name = ScalaValues.name(attribute);
      return Optional.of(new SqlDescription.OneColumn(name.get(name.size() - 1)));
    }
    return Optional.empty();
  }
}
