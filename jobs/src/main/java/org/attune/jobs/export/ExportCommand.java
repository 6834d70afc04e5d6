package org.attune.jobs.export;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.attune.api.storage.ShellWord;
import org.attune.cluster.table.Manifest;
import org.attune.cluster.table.WholeTable;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.ForceOption;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.TextFile;
import org.attune.jobs.console.WriteFailure;
import org.attune.jobs.sweep.SweepCommand;
import org.attune.jobs.sweep.Sweeps;
import org.attune.jobs.sweep.TableLag;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.state.SweepView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code attune export}: writes a sweep's results in other programs' formats. */
@Command(
    name = "export",
    description =
        "Writes a sweep's cells as a table for a paper (finished trials, mean ± sample standard"
            + " deviation), all its tables as clean Parquet files, with SQL for DuckDB if asked,"
            + " its trials as runs of MLflow, or the papers' BibTeX entries.")
public final class ExportCommand extends SweepCommand {

  enum Format {
    LATEX,
    MARKDOWN,
    CSV,
    MLFLOW,
    PARQUET,
    DUCKDB,
    BIBTEX
  }

  enum Table {
    CELLS,
    PAIRS,
    CLAIMS,
    TRIALS
  }

  private static final Set<Format> TEXTS =
      Set.of(Format.LATEX, Format.MARKDOWN, Format.CSV, Format.BIBTEX);
  private static final String STORE = "mlruns";

  @Option(
      names = "--format",
      required = true,
      description = "latex (booktabs), markdown, csv, mlflow, parquet, duckdb, or bibtex.")
  private Format format;

  @Option(
      names = "--table",
      description =
          "cells; pairs: the cells beside their control; claims: the claims with their verdicts,"
              + " both as analyze prints them, in latex, markdown or csv; or trials: each seed's"
              + " final values, in csv; default: cells.")
  private Table table = Table.CELLS;

  @Option(
      names = "--metric",
      paramLabel = "M",
      description = "A final metric for a table; may be repeated; default: the sweep's objective.")
  private List<String> metrics = List.of();

  @Option(
      names = "--to",
      paramLabel = "PATH",
      description =
          "A file; default: print. For mlflow: a server's address, such as http://127.0.0.1:5000,"
              + " or a folder, which MLflow 3.13 and later refuse; default: the folder mlruns. For"
              + " parquet and duckdb: a folder, which is required.")
  private Optional<String> to = Optional.empty();

  @Mixin private ForceOption force;

  @Override
  public Integer call() throws Exception {
    SweepView sweep = Sweeps.read(directory);
    MadeTables made = new MadeTables(directory, sweep, metrics);
    if (table != Table.CELLS) {
      requireFormat();
    }
    if (TEXTS.contains(format)) {
      requireText();
    }
    if (table != Table.CELLS) {
      print(
          switch (table) {
            case PAIRS -> pairs(made);
            case CLAIMS -> text(made.claims());
            default -> made.trials().csv();
          });
      return ExitCode.DONE;
    }
    switch (format) {
      case LATEX -> table(made, LatexTable::write);
      case MARKDOWN -> table(made, MarkdownTable::write);
      case CSV -> table(made, CsvTable::write);
      case BIBTEX -> print(Papers.bibtex());
      case MLFLOW -> mlflow(sweep);
      case PARQUET -> {
        Path folder = folder();
        Manifest tables = tables(sweep);
        requireReplaceable(tables, folder);
        System.out.println(
            lines(CleanFiles.parquet(Sweeps.storage(directory), tables, made.beside(), folder)));
      }
      case DUCKDB -> duckdb(made, folder());
    }
    return ExitCode.DONE;
  }

  private void table(MadeTables tables, Function<CellTable, String> write) throws IOException {
    List<Observations> observations = tables.observations();
    if (observations.stream().allMatch(ofMetric -> ofMetric.runs().isEmpty())) {
      System.err.println("no finished trial has a value: no row has a mean");
    }
    CellTable cells = CellTable.of(tables.sweep().header().name(), observations);
    cells.unfinished().ifPresent(ExportCommand::warn);
    print(write.apply(cells));
  }

  private String pairs(MadeTables tables) {
    PairsExport pairs = tables.pairs();
    String text = text(pairs);
    System.err.print(pairs.table().footnotes());
    pairs.unfinished().ifPresent(ExportCommand::warn);
    return text;
  }

  private String text(PrintedTable of) {
    return format == Format.LATEX
        ? of.latex()
        : format == Format.MARKDOWN ? of.markdown() : of.csv();
  }

  /** Before anything is judged. */
  private void requireFormat() {
    boolean seeds = table == Table.TRIALS;
    if (!(seeds ? List.of(Format.CSV) : List.of(Format.LATEX, Format.MARKDOWN, Format.CSV))
        .contains(format)) {
      throw new InputException(
          "--table %s has the %s, not %s."
              .formatted(
                  lower(table),
                  seeds ? "format csv" : "formats latex, markdown and csv",
                  lower(format)));
    }
  }

  private static String lower(Enum<?> word) {
    return word.name().toLowerCase(Locale.ROOT);
  }

  private static void warn(String unfinished) {
    System.err.println(unfinished + ": the table is not final");
  }

  /** Before anything is judged, too. */
  private void requireText() throws IOException {
    if (to.isPresent()) {
      force.requireWritable(Path.of(to.get()), found -> false); // a text may be edited since
    }
  }

  private void print(String text) throws IOException {
    if (to.isEmpty()) {
      System.out.print(text);
    } else {
      Path file = Path.of(to.get());
      WriteFailure.naming(file, "name another file with --to", () -> TextFile.write(file, text));
    }
  }

  private void mlflow(SweepView sweep) throws IOException {
    Optional<URI> server = MlflowAddress.of(to.orElse(STORE));
    if (server.isPresent()) {
      URI address = server.get();
      MlflowServer.Written written = MlflowServer.write(sweep, address, System.getenv());
      System.out.printf(
          "%d runs in %s/#/experiments/%s%s%n",
          written.runs(), address, written.experimentId(), MlflowAddress.again(written));
      return;
    }
    Path store = Path.of(to.orElse(STORE));
    if (Files.exists(store) && !Files.isDirectory(store)) {
      throw new InputException(
          "Cannot write to %s: it is a file; --to of mlflow is a folder or a server's address, such as http://127.0.0.1:5000."
              .formatted(store));
    }
    int runs = MlflowFolder.write(sweep, store);
    System.out.printf(
        "%d runs in %s; look: mlflow ui --backend-store-uri %s%n%s%n",
        runs, store, ShellWord.path(store.toString()), MlflowAddress.FOLDERS);
  }

  private Path folder() {
    if (to.isEmpty()) {
      throw new InputException(
          "--format %s writes several files: name a folder with --to.".formatted(lower(format)));
    }
    if (format == Format.DUCKDB && to.get().endsWith(".duckdb")) {
      throw new InputException(
          "--to %s: only DuckDB itself can write this file. Name a folder for the Parquet files and"
                  .formatted(to.get())
              + " the SQL; attune then prints the command that makes a database of them.");
    }
    Path folder = Path.of(to.get());
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new InputException(
          "Cannot write to %s: it is a file; name a folder with --to.".formatted(to.get()));
    }
    return folder;
  }

  private void duckdb(MadeTables made, Path folder) throws Exception {
    Manifest tables = tables(made.sweep());
    requireReplaceable(tables, folder);
    Path script = CleanFiles.duckdb(Sweeps.storage(directory), tables, made.beside(), folder);
    System.out.printf(
        "%s%nMake a database of it with your own DuckDB:%n  (cd %s && duckdb sweep.duckdb < %s)%n",
        script, ShellWord.path(folder.toString()), script.getFileName());
  }

  /** Checks all files before anything is judged, and before any is written. */
  private void requireReplaceable(Manifest tables, Path folder) throws IOException {
    for (String table : CleanFiles.names(tables, MadeTables.blank())) {
      Path file = CleanFiles.file(folder, table);
      force.requireReplaceable(file, found -> WholeTable.isOne(found, table));
    }
    if (format == Format.DUCKDB) {
      force.requireReplaceable(folder.resolve(CleanFiles.SCRIPT), CleanFiles::isScript);
    }
  }

  /** The published tables; prints what they lack. */
  private Manifest tables(SweepView sweep) throws IOException {
    boolean driven = Sweeps.driven(directory);
    Manifest tables =
        Sweeps.tables(directory)
            .orElseThrow(
                () ->
                    new InputException(
                        "%s has no tables yet; %s."
                            .formatted(
                                directory,
                                driven
                                    ? "the first appear half a minute after its start"
                                    : TableLag.REMEDY)));
    TableLag.of(sweep, tables, driven).ifPresent(System.err::println);
    return tables;
  }

  private static String lines(List<Path> files) {
    return String.join("\n", files.stream().map(Path::toString).toList());
  }
}
