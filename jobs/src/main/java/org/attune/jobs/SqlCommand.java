package org.attune.jobs;

import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.catalyst.plans.logical.Command;
import org.apache.spark.sql.catalyst.plans.logical.InsertIntoStatement;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
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

  private static final List<String> TABLES =
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
    Sweeps.requireTables(directory);
    try (SparkSession spark = Sessions.forQueries()) {
      for (String table : TABLES) {
        spark
            .read()
            .format("attune")
            .option("dir", directory)
            .option("table", table)
            .load()
            .createOrReplaceTempView(table);
      }
      requireSelect(spark);
      Dataset<Row> rows = spark.sql(query);
      System.out.print(format.print(rows.schema(), rows.collectAsList()));
      return ExitCode.DONE;
    } catch (AnalysisException e) {
      throw new InputException("Invalid query: " + e.getSimpleMessage());
    }
  }

  private void requireSelect(SparkSession spark) throws ParseException {
    LogicalPlan plan = spark.sessionState().sqlParser().parsePlan(query);
    if (plan instanceof Command || plan instanceof InsertIntoStatement) {
      throw new InputException(
          "Cannot run this statement: 'attune sql' runs SELECT statements only (and WITH ... SELECT).");
    }
  }
}
