package org.attune.jobs;

import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.SparkSqlParser;
import org.attune.cluster.source.TableViews;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code attune sql}: Spark SQL over the tables of one or many sweeps. */
@picocli.CommandLine.Command(
    name = "sql",
    description =
        "Runs a SELECT over a sweep's tables (sweeps, trials, attempts, metrics, artifacts, and"
            + " results: one row per trial, one column per parameter and final metric) and prints"
            + " the rows.",
    mixinStandardHelpOptions = true)
final class SqlCommand implements Callable<Integer> {

  static final List<String> TABLES =
      List.of("sweeps", "trials", "attempts", "metrics", "artifacts", "results");

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "The sweep's directory, or a folder of such; several are separated by commas.")
  private String directory;

  @Option(
      names = "--format",
      defaultValue = "table",
      description = "${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}")
  private RowFormat format;

  @Parameters(paramLabel = "SELECT", description = "The query, in quotes.")
  private String query;

  @Override
  public Integer call() throws Exception {
    LogicalPlan plan;
    try {
      plan = reading();
    } catch (ParseException e) {
      throw new InputException("Invalid query: " + e.getSimpleMessage());
    }
    Sweeps.requireTables(directory);
    try (SparkSession spark = Sessions.forQueries()) {
      TableViews.create(spark, directory);
      Dataset<Row> rows = rows(spark, plan);
      System.out.print(format.print(rows.schema(), rows.collectAsList()));
      return ExitCode.DONE;
    } catch (AnalysisException e) {
      throw new InputException("Invalid query: " + e.getSimpleMessage());
    }
  }

  /**
   * The rows of what was checked.
   *
   * @throws AnalysisException which Spark does not declare, when a name is unknown and the like
   */
  private static Dataset<Row> rows(SparkSession spark, LogicalPlan plan) throws AnalysisException {
    return Dataset.ofRows(spark, plan);
  }

  /** The query, parsed and found to read only; Spark need not run for this. */
  private LogicalPlan reading() throws ParseException {
    LogicalPlan plan = new SparkSqlParser().parsePlan(query);
    SelectOnly.require(plan);
    return plan;
  }
}
