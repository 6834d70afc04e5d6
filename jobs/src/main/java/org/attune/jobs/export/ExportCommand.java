package org.attune.jobs.export;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.attune.api.storage.ShellWord;
import org.attune.cluster.table.Manifest;
import org.attune.cluster.table.WholeTable;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.ForceOption;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.TextFile;
import org.attune.jobs.report.AnalyzedMetric;
import org.attune.jobs.report.PairTable;
import org.attune.jobs.sweep.SweepCommand;
import org.attune.jobs.sweep.Sweeps;
import org.attune.jobs.sweep.TableLag;
import org.attune.sweeps.analysis.CellPairs;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.SweepNotes;
import org.attune.sweeps.table.TableRows;
import org.attune.sweeps.table.Tables;
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
    PAIRS
  }

  private static final String STORE = "mlruns";

  @Option(
      names = "--format",
      required = true,
      description = "latex (booktabs), markdown, csv, mlflow, parquet, duckdb, or bibtex.")
  private Format format;

  @Option(
      names = "--table",
      description =
          "cells, or pairs: the cells beside their control, as analyze prints them, in latex,"
              + " markdown or csv; default: cells.")
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
    if (table == Table.PAIRS) {
      print(pairs(sweep));
      return ExitCode.DONE;
    }
    switch (format) {
      case LATEX -> table(sweep, LatexTable::write);
      case MARKDOWN -> table(sweep, MarkdownTable::write);
      case CSV -> table(sweep, CsvTable::write);
      case BIBTEX -> print(Papers.bibtex());
      case MLFLOW -> mlflow(sweep);
      case PARQUET -> {
        Path folder = folder();
        Manifest tables = tables(sweep);
        List<TableRows> beside = beside(sweep);
        requireReplaceable(CleanFiles.names(tables, beside), folder);
        System.out.println(
            lines(CleanFiles.parquet(Sweeps.storage(directory), tables, beside, folder)));
      }
      case DUCKDB -> duckdb(sweep, folder());
    }
    return ExitCode.DONE;
  }

  private void table(SweepView sweep, Function<CellTable, String> write) throws IOException {
    List<Observations> observations = new ArrayList<>();
    for (String metric : metrics.isEmpty() ? List.of("") : metrics) {
      AnalyzedMetric analyzedMetric =
          AnalyzedMetric.of(sweep, Optional.of(metric).filter(m -> !m.isEmpty()), directory);
      observations.add(Observations.of(sweep, analyzedMetric.name(), analyzedMetric.goal()));
    }
    if (observations.stream().allMatch(ofMetric -> ofMetric.runs().isEmpty())) {
      System.err.println("no finished trial has a value: no row has a mean");
    }
    CellTable cells = CellTable.of(sweep.header().name(), observations);
    cells.unfinished().ifPresent(ExportCommand::warn);
    print(write.apply(cells));
  }

  private String pairs(SweepView sweep) {
    if (metrics.size() > 1) {
      throw new InputException("--table pairs is of one metric: name --metric once.");
    }
    AnalyzedMetric metric = AnalyzedMetric.of(sweep, metrics.stream().findFirst(), directory);
    Observations observations = Observations.of(sweep, metric.name(), metric.goal());
    Optional<CellPairs> found = CellPairs.of(observations);
    CellPairs pairs =
        found
            .filter(some -> !some.pairs().isEmpty())
            .orElseThrow(() -> noPairs(observations, found));
    PairTable compared = new PairTable(pairs, metric.name(), sweep.header());
    Optional<String> unfinished = CellTable.unfinished(observations.excluded());
    PairsExport export = new PairsExport(sweep.header().name(), compared, unfinished);
    String text =
        switch (format) {
          case LATEX -> export.latex();
          case MARKDOWN -> export.markdown();
          case CSV -> export.csv();
          default ->
              throw new InputException(
                  "--table pairs has the formats latex, markdown and csv, not %s."
                      .formatted(format.name().toLowerCase(Locale.ROOT)));
        };
    System.err.print(compared.footnotes());
    unfinished.ifPresent(ExportCommand::warn);
    return text;
  }

  private InputException noPairs(Observations observations, Optional<CellPairs> found) {
    String why =
        found
            .filter(pairs -> !observations.excluded().ended())
            .map(pairs -> String.join("; ", pairs.unpaired()))
            .filter(notes -> !notes.isEmpty())
            .orElse(
                "they need 2 to 24 cells with a setting and a seed in common, at which one of them finished");
    return new InputException(
        "%s has no pairs: %s. --table cells has its cells.".formatted(directory, why));
  }

  private static void warn(String unfinished) {
    System.err.println(unfinished + ": the table is not final");
  }

  private void print(String text) throws IOException {
    if (to.isEmpty()) {
      System.out.print(text);
    } else {
      Path file = Path.of(to.get());
      force.requireWritable(file, found -> false); // a text may be edited since
      TextFile.write(file, text);
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
    String name = format.name().toLowerCase(Locale.ROOT);
    if (to.isEmpty()) {
      throw new InputException(
          "--format %s writes several files: name a folder with --to.".formatted(name));
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

  private void duckdb(SweepView sweep, Path folder) throws IOException {
    Manifest tables = tables(sweep);
    List<TableRows> beside = beside(sweep);
    requireReplaceable(CleanFiles.names(tables, beside), folder);
    Path script = CleanFiles.duckdb(Sweeps.storage(directory), tables, beside, folder);
    System.out.printf(
        "%s%nMake a database of it with your own DuckDB:%n  (cd %s && duckdb sweep.duckdb < %s)%n",
        script, ShellWord.path(folder.toString()), script.getFileName());
  }

  /** Checks all files before any is written. */
  private void requireReplaceable(List<String> tables, Path folder) throws IOException {
    for (String table : tables) {
      Path file = CleanFiles.file(folder, table);
      force.requireReplaceable(file, found -> WholeTable.isOne(found, table));
    }
    if (format == Format.DUCKDB) {
      force.requireReplaceable(folder.resolve(CleanFiles.SCRIPT), CleanFiles::isScript);
    }
  }

  /** The tables that no driver publishes: people write notes at any time. */
  private List<TableRows> beside(SweepView sweep) throws IOException {
    return List.of(
        Tables.notes(sweep.header().sweepId(), new SweepNotes(Sweeps.storage(directory)).notes()));
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
