package org.attune.jobs.query;

import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.attune.cluster.spark.SqlStatement;
import org.attune.jobs.console.ConsoleTerminal;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.JsonOutput;
import org.attune.jobs.console.JsonType;
import org.attune.jobs.console.Launcher;
import org.attune.jobs.sweep.Sweeps;
import org.attune.jobs.sweep.TableLag;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code attune sql}: runs Spark SQL over the tables of one or many sweeps. */
@picocli.CommandLine.Command(
    name = "sql",
    description =
        "Runs a SELECT over a sweep's tables (sweeps, trials, attempts, metrics, artifacts, notes,"
            + " and results: one row per trial, one column per parameter and final metric) and"
            + " prints the rows.")
public final class SqlCommand implements Callable<Integer> {

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

  @Mixin
  private final JsonOutput json =
      new JsonOutput(JsonType.list(JsonType.map(JsonType.ANY)), "The same as --format json.");

  @Parameters(
      arity = "0..1",
      paramLabel = "SELECT",
      description =
          "The query, in quotes. Without a query, a prompt opens, with history and completion;"
              + " from a pipe, the command reads statements that end with a semicolon.")
  private Optional<String> query = Optional.empty();

  @Override
  public Integer call() throws Exception {
    format = json.asked() ? RowFormat.JSON : format;
    if (query.isEmpty()) {
      requireTables();
      try (QuerySession session = new QuerySession(directory, false)) {
        if (ConsoleTerminal.console().isEmpty()) {
          new SqlScript(session, format, System.out)
              .run(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        } else {
          Optional<Path> history = SqlPrompt.standardHistory();
          new SqlPrompt(session, format, System.in, System.out, history).run();
        }
      }
      return ExitCode.DONE;
    }
    SqlStatement statement = Statement.parse(query.get());
    requireTables();
    // ./attune sets this property. Its process runs this query alone.
    boolean ownProcess = Launcher.isOurs();
    try (QuerySession session = new QuerySession(directory, ownProcess)) {
      if (ownProcess && !statement.isCommand() && Sweeps.areMany(directory)) {
        session.startAhead(); // finding many sweeps takes as long
      }
      System.out.print(format.print(session.run(statement)));
    }
    return ExitCode.DONE;
  }

  /** Says, beside the rows, what the tables do not have yet. */
  private void requireTables() throws IOException {
    Sweeps.requireTables(directory);
    TableLag.of(directory).ifPresent(System.err::println);
  }
}
