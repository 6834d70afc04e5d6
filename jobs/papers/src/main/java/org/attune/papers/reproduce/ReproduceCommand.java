package org.attune.papers.reproduce;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.attune.api.catalog.Spelling;
import org.attune.api.paper.PaperTable;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.AddedCommand;
import org.attune.jobs.claims.JudgedTable;
import org.attune.jobs.claims.StoredTable;
import org.attune.jobs.console.Durations;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.JsonOutput;
import org.attune.jobs.console.Launcher;
import org.attune.jobs.console.TextTable;
import org.attune.jobs.session.Jars;
import org.attune.jobs.session.KnownPapers;
import org.attune.jobs.session.SecureOption;
import org.attune.jobs.sweep.DataOption;
import org.attune.sweeps.state.SweepView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code attune reproduce}: lists the papers' tables, or runs them and compares the results. */
@Command(
    name = "reproduce",
    description = {
      "Alone: lists the tables of the papers. With --scale and TABLE: runs the table's sweep, or"
          + " resumes it, and prints the paper's numbers, ours, and the verdict on each claim. With"
          + " --scale alone: all tables, one after another, and then every verdict.",
      "Verdicts and diverged seeds never change the exit code. A run that is interrupted ends with"
          + " 130 (129 when its terminal closes), without the verdicts of the table in progress;"
          + " rerun the same command to resume."
    },
    mixinStandardHelpOptions = true)
public final class ReproduceCommand implements AddedCommand {

  /** The format of a printed table. */
  enum Format {
    TABLE,
    MARKDOWN,
    JSON
  }

  @Parameters(
      paramLabel = "TABLE",
      arity = "0..*",
      description = "Keys of the list; the name of papers stands for all of their tables.")
  private List<String> keys = List.of();

  @Option(
      names = "--scale",
      paramLabel = "smoke|small|large|paper",
      description =
          "smoke tests the whole path in about a minute; small shows the trend on two cores in"
              + " minutes to two hours; paper has the paper's sizes; large is the largest scale of a"
              + " table that has no scale paper.")
  private Optional<String> scale = Optional.empty();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Where the results go. For several tables: a folder, with a folder for each. Default:"
              + " runs/reproduce.")
  private Optional<String> out = Optional.empty();

  @Option(names = "--format", description = "${COMPLETION-CANDIDATES}; default: table.")
  private Format format = Format.TABLE;

  @Mixin
  private final JsonOutput json = new JsonOutput(ReproducedJson.TYPE, "The same as --format json.");

  @Option(
      names = "--pages",
      paramLabel = "DIR",
      description =
          "Also writes a Markdown page for each table into this folder, and README.md with every"
              + " verdict. A rewritten page keeps its text below '## Remarks'.")
  private Optional<Path> pages = Optional.empty();

  @Option(
      names = "--judge-again",
      description =
          "Runs nothing: judges the raw results beside --pages again, by the tables' files as they"
              + " are now, and rewrites the pages.")
  private boolean judgeAgain;

  @Option(
      names = "--until-decided",
      description =
          "Gives more seeds to tables that have been run, while their claims are open. Each time"
              + " it picks the table whose next seeds are expected to decide the most claims per"
              + " second. It prints the plan first. Needs --budget.")
  private boolean untilDecided;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      description = "With --until-decided: the processor time to spend, such as 30m or 6h.")
  private Optional<String> budget = Optional.empty();

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Sets a key of the table's sweep file, as in attune run. May be repeated.")
  private Map<String, String> overrides = Map.of();

  @Option(
      names = "--take-over",
      description = "Run a table although another driver seems alive; the other driver is fenced.")
  private boolean takeOver;

  @Mixin private DataOption data;

  @Mixin private SecureOption secure;

  @Mixin private Jars jars;

  @Override
  public Integer call() throws Exception {
    jars.install();
    Format wanted = json.asked() ? Format.JSON : format;
    List<PaperTable> tables = tables();
    if (scale.isEmpty() && keys.isEmpty()) {
      System.out.print(list(wanted));
      return ExitCode.DONE;
    }
    if (scale.filter(PaperTable.SCALES::contains).isEmpty()) {
      throw new InputException(
          "%s; it must be one of %s"
              .formatted(
                  scale.map("Invalid --scale '%s'"::formatted).orElse("--scale is missing"),
                  String.join(", ", PaperTable.SCALES)));
    }
    PaperSweeps sweeps =
        new PaperSweeps(
            scale.get(),
            overrides,
            out,
            keys.isEmpty() ? 0 : tables.size(),
            data,
            new TrialCatalog()); // after the jars, which may bring parts
    if (pages.isPresent()) {
      UntrainedNetworks.read(); // refuses a jar's before anything runs
    }
    TableRuns runs = new TableRuns(sweeps, pages, takeOver, secure, jars);
    if (judgeAgain) {
      return judgeAgain(sweeps, runs, tables, wanted);
    }
    if (untilDecided || budget.isPresent()) {
      return untilDecided(sweeps, runs, tables, wanted);
    }
    List<ReproducedTable> done = new ArrayList<>();
    for (PaperTable table : tables) {
      if (!fits(table, sweeps.scale())) {
        continue;
      }
      Optional<ReproducedTable> reproduced = runs.reproduce(table, sweeps.file(table), false);
      if (reproduced.isEmpty()) {
        return runs.interrupted();
      }
      done.add(reproduced.get());
      if (wanted != Format.JSON) {
        System.out.print(
            wanted == Format.MARKDOWN ? reproduced.get().markdown() : reproduced.get().text());
        System.out.printf("results in %s%n", sweeps.directory(table));
      }
      if (pages.isPresent()) {
        ReproductionPages.write(pages.get(), sweeps.scale(), done, sweeps.catalog());
      }
    }
    if (wanted == Format.JSON) {
      System.out.print(ReproducedJson.of(done, tables.size()));
    } else if (tables.size() > 1) {
      Verdicts verdicts = new Verdicts(done);
      System.out.print("\n" + (wanted == Format.MARKDOWN ? verdicts.markdown() : verdicts.text()));
    }
    return ExitCode.DONE;
  }

  /** Judges the stored results of tables; tables without any are left out. */
  private int judgeAgain(PaperSweeps sweeps, TableRuns runs, List<PaperTable> tables, Format wanted)
      throws Exception {
    Path pages =
        this.pages.orElseThrow(
            () ->
                new InputException(
                    "--judge-again needs --pages DIR, the folder with the raw results"));
    String scale = sweeps.scale();
    List<ReproducedTable> judged = new ArrayList<>();
    for (PaperTable table : tables) {
      Path results = pages.resolve(RawResults.DATA).resolve(table.key());
      if (Files.isDirectory(results)) {
        Optional<JudgedTable> stored =
            StoredTable.judged(results, table.key(), table.text(), scale, sweeps.catalog());
        if (stored.isPresent()) {
          judged.add(
              runs.withLadder(ReproducedTable.of(table, stored.get(), results, jars.names())));
        }
      }
    }
    if (judged.isEmpty()) {
      throw new InputException(
          "Cannot judge again: %s has no raw results of these tables at the scale '%s'"
              .formatted(pages, scale));
    }
    ReproductionPages.write(pages, scale, judged, sweeps.catalog());
    if (wanted == Format.JSON) {
      System.out.print(ReproducedJson.of(judged, tables.size()));
    } else {
      System.out.printf("%d tables judged again in %s%n", judged.size(), pages);
    }
    return ExitCode.DONE;
  }

  /** Extends tables that have been run; says what it plans and what it did. */
  private int untilDecided(
      PaperSweeps sweeps, TableRuns runs, List<PaperTable> tables, Format wanted) throws Exception {
    if (!untilDecided || budget.isEmpty()) {
      throw new InputException(
          untilDecided
              ? "--until-decided needs --budget TIME, such as --budget 6h"
              : "--budget is for --until-decided; add it, or leave --budget out");
    }
    Duration time = Durations.read("--budget", budget.get());
    List<ReproducedTable> run = new ArrayList<>();
    for (PaperTable table : tables) {
      Optional<SweepView> sweep =
          sweeps.stored(table).filter(sweepView -> sweepView.completed().isPresent());
      if (sweep.isPresent()) {
        run.add(runs.reproduced(table, sweeps.file(table).spec(), sweep.get()));
      } else {
        System.err.printf(
            "%s: not complete; to run the rest: %s reproduce %s --scale %s%s%n",
            table.key(), Launcher.name(), table.key(), sweeps.scale(), jars.words());
      }
    }
    Optional<List<ReproducedTable>> after =
        new UntilDecided(time, wanted == Format.JSON ? System.err : System.out)
            .spend(
                run,
                (table, seeds) ->
                    runs.reproduce(table.table(), sweeps.file(table.table(), seeds), true));
    if (pages.isPresent() && after.isPresent()) {
      ReproductionPages.write(pages.get(), sweeps.scale(), after.get(), sweeps.catalog());
    }
    if (wanted == Format.JSON && after.isPresent()) {
      System.out.print(ReproducedJson.of(after.get(), tables.size()));
    }
    return after.isPresent() ? ExitCode.DONE : runs.interrupted();
  }

  private List<PaperTable> tables() {
    if (keys.isEmpty()) {
      return KnownPapers.tables();
    }
    return keys.stream().flatMap(key -> tables(key).stream()).distinct().toList();
  }

  private static List<PaperTable> tables(String word) {
    List<PaperTable> named = KnownPapers.named(word);
    if (named.isEmpty()) {
      List<String> words =
          KnownPapers.all().stream()
              .flatMap(
                  papers ->
                      Stream.concat(
                          papers.tables().stream().map(PaperTable::key), Stream.of(papers.name())))
              .toList();
      throw new InputException(
          "There is no table '%s'; 'attune reproduce' lists them%s"
              .formatted(word, Spelling.hint(word, words)));
    }
    return named;
  }

  private String list(Format wanted) {
    List<PaperTable> tables = KnownPapers.tables();
    TextTable text =
        TextTable.of(
            new String[] {"table", "asks", "paper"},
            tables.stream()
                .map(table -> new String[] {table.key(), table.title(), table.source()})
                .toList());
    return switch (wanted) {
      case JSON -> ReproducedJson.listed(tables);
      case MARKDOWN -> text.markdown();
      case TABLE ->
          text.aligned()
              + "\nRun one: %s reproduce TABLE --scale smoke|small|paper (or large)\n"
                  .formatted(Launcher.name());
    };
  }

  /**
   * Whether a table has the scale asked for; says so if not. {@code paper} is the earlier name of
   * {@code large}, and still names results that were made under it.
   */
  private boolean fits(PaperTable table, String scale) {
    if (scale.equals(PaperTable.PAPER) && table.size().isPresent()) {
      System.err.printf(
          "%s: the scale 'paper' is called 'large' now: %s%n", table.key(), table.size().get());
    } else if (!table.scales().contains(scale)) {
      String message =
          "%s has no scale '%s'; its largest, '%s', is of the paper's size"
              .formatted(table.key(), scale, PaperTable.PAPER);
      if (!keys.isEmpty()) {
        throw new InputException(message);
      }
      System.err.println(message);
      return false;
    }
    return true;
  }
}
