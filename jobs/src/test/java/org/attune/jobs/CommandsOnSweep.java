package org.attune.jobs;

import java.nio.file.Path;
import java.util.List;

/** Every command about one sweep, in the ways that read its directory. */
final class CommandsOnSweep {

  private CommandsOnSweep() {}

  /**
   * The words of each command.
   *
   * @param trial the id of one of the sweep's trials
   * @param other a sweep to compare with
   * @param out a folder that receives files
   */
  static List<List<Object>> of(Path directory, String trial, Path other, Path out) {
    return List.of(
        List.of("status", directory),
        List.of("status", directory, "--json"),
        List.of("best", directory),
        List.of("best", directory, "--json"),
        List.of("best", directory, "--checkpoint", out.resolve("file")),
        List.of("best", directory, "--confirm", 2),
        List.of("logs", directory, "--trial", trial, "--config"),
        List.of("analyze", directory),
        List.of("analyze", directory, "--json"),
        List.of("report", directory),
        List.of("export", directory, "--format", "latex"),
        List.of("export", directory, "--format", "markdown"),
        List.of("export", directory, "--format", "csv"),
        List.of("export", directory, "--format", "csv", "--table", "pairs"),
        List.of("export", directory, "--format", "csv", "--table", "trials"),
        List.of("export", directory, "--format", "mlflow", "--to", out.resolve("mlruns")),
        List.of("export", directory, "--format", "parquet", "--to", out.resolve("parquet")),
        List.of("export", directory, "--format", "duckdb", "--to", out.resolve("duckdb")),
        List.of("plot", directory, "--curves", "loss", "--to", out.resolve("curves.svg")),
        List.of("trend", directory, "--along", "parameters"),
        List.of("compare", directory, other),
        List.of("compare", directory, other, "--json"),
        List.of("note", directory),
        List.of("note", directory, "seen"),
        List.of("prioritise", directory, "--where", "x = 1"),
        List.of("slots", directory, "--at-most", 1),
        List.of("watch", directory),
        List.of("stop", directory),
        List.of("stop", directory, "--trial", trial),
        List.of("retry", directory, "--failed"),
        List.of("retry", directory, "--trial", trial),
        List.of("rerun", directory, "--trial", trial),
        List.of("repair", directory));
  }
}
