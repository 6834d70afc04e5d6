package org.attune.jobs.watch;

import static org.attune.jobs.console.JsonType.NUMBER;
import static org.attune.jobs.console.JsonType.TEXT;
import static org.attune.jobs.console.JsonType.map;
import static org.attune.jobs.console.JsonType.orNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.attune.api.catalog.Numbers;
import org.attune.api.storage.ShellWord;
import org.attune.jobs.console.Allowed;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.JsonOutput;
import org.attune.jobs.console.JsonType;
import org.attune.jobs.console.Launcher;
import org.attune.jobs.console.Shape;
import org.attune.jobs.console.SpreadText;
import org.attune.jobs.console.TerminalText;
import org.attune.jobs.console.TextTable;
import org.attune.jobs.console.WriteFailure;
import org.attune.jobs.report.BestCells;
import org.attune.jobs.report.BestLuck;
import org.attune.jobs.report.CellsThatDiffer;
import org.attune.jobs.report.FrontTable;
import org.attune.jobs.report.OpenRows;
import org.attune.jobs.report.PairTable;
import org.attune.jobs.report.RunReport;
import org.attune.jobs.report.StoppedValues;
import org.attune.jobs.session.Jars;
import org.attune.jobs.sweep.SweepCommand;
import org.attune.jobs.sweep.Sweeps;
import org.attune.jobs.sweep.TrialChoice;
import org.attune.sweeps.analysis.BestCell;
import org.attune.sweeps.analysis.CellPairs;
import org.attune.sweeps.analysis.ExpectedBest;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.CellSummary;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code attune best}: the best trial of a sweep, and its cell's metrics over all seeds. */
@Command(
    name = "best",
    description =
        "Shows the trial with the best objective: its cell, its metrics, and the same metrics over"
            + " all seeds of the cell. Also names the best cell over seeds, if that is another"
            + " one. With several objectives, shows the Pareto front of the cells. With"
            + " --checkpoint, copies the trial's trained network to a file. With --confirm, writes"
            + " a sweep file that gives the best cells new seeds.")
public final class BestCommand extends SweepCommand {

  /** The best trial of a sweep. */
  private record Best(SweepView sweep, TrialStatus trial) {

    Map<String, CellSummary> overSeeds() {
      Map<String, CellSummary> over = new LinkedHashMap<>();
      metrics(trial)
          .keySet()
          .forEach(metric -> over.put(metric, BestCommand.overSeeds(sweep, trial, metric)));
      return over;
    }
  }

  /** A cell over its seeds, and what to expect of new ones. */
  private record OverSeeds(CellSummary cell, Optional<BestCell> expected) {

    static OverSeeds best(Best shown) {
      CellSummary cell = bestCell(shown.sweep(), shown.trial());
      return new OverSeeds(
          cell,
          BestCells.overSeeds(shown.sweep())
              .filter(best -> best.cell().equals(cell.configuration()))
              .filter(best -> best.withoutInterval().isEmpty()));
    }
  }

  private static final Shape<OverSeeds> OVER_SEEDS =
      Shape.<OverSeeds>of(OverSeeds.class)
          .including(FrontTable.OVER_SEEDS, OverSeeds::cell)
          .with("expected", NUMBER, seeds -> seeds.expected().map(BestCell::expected))
          .with("low", NUMBER, seeds -> seeds.expected().map(BestCell::low))
          .with("high", NUMBER, seeds -> seeds.expected().map(BestCell::high));

  private static final Shape<Best> BEST =
      Shape.<Best>of(Best.class)
          .including(
              SweepStatus.TRIAL,
              best -> new SweepStatus.NamedTrial(best.trial(), CellNames.of(best.sweep())))
          .with("over_seeds", map(FrontTable.OVER_SEEDS), Best::overSeeds)
          .with(
              "expected",
              NUMBER,
              best -> BestCells.expected(best.sweep()).map(ExpectedBest::expectedOfBest))
          .with(
              "best_cell",
              TEXT,
              best ->
                  CellNames.of(best.sweep())
                      .of(bestCell(best.sweep(), best.trial()).configuration()))
          .with("best_cell_over_seeds", OVER_SEEDS, OverSeeds::best)
          .with(
              "which_cells_differ",
              orNull(TEXT),
              best ->
                  PairTable.pairs(best.sweep()).flatMap(rows -> new CellsThatDiffer(rows).text()));

  @Mixin private final JsonOutput json = new JsonOutput(JsonType.either(BEST, FrontTable.SHAPE));

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE",
      description =
          "Copy the best trial's last state to this file: a DL4J model file, which"
              + " ModelSerializer.restoreComputationGraph opens, or a zip file of your program's"
              + " folder for checkpoints. An earlier copy is replaced.")
  private Optional<Path> checkpoint = Optional.empty();

  @Option(
      names = "--trial",
      paramLabel = "T",
      description =
          "With several objectives: the trial, one of the best, whose state --checkpoint copies.")
  private Optional<String> trial = Optional.empty();

  @Option(
      names = "--confirm",
      paramLabel = "N",
      description =
          "Print a sweep file that runs the N best cells with as many new seeds each as its"
              + " comparisons need, at least five: a search's own values of its best cells are"
              + " partly luck. N is 1 to 24. The control comes"
              + " along: that of named cells, or the cell with the file's own options. If it has"
              + " another learning rate than they have, all tune theirs again.")
  @Allowed("from 1 to 24")
  private Optional<Integer> confirm = Optional.empty();

  @Option(
      names = "--by",
      split = ",",
      paramLabel = "KEY",
      description =
          "With --confirm: take only the best cell of each value of these keys, such as"
              + " attention.gate, or of each named cell: cell. Without it the N cells may differ in"
              + " a learning rate alone.")
  private List<String> by = List.of();

  @Option(
      names = "--to",
      paramLabel = "FILE",
      description = "The new file to write --confirm's sweep file to; default: the terminal.")
  private Optional<Path> to = Optional.empty();

  @Mixin private Jars jars;

  @Override
  public Integer call() throws Exception {
    SweepView sweep = Sweeps.read(directory);
    if (trial.isPresent() && checkpoint.isEmpty()) {
      throw new InputException(
          "--trial says whose state --checkpoint FILE copies: give both. To see a trial: %s status %s --trial %s"
              .formatted(Launcher.name(), ShellWord.path(directory), ShellWord.path(trial.get())));
    }
    if (to.isPresent() && confirm.isEmpty()) {
      throw new InputException("--to says where --confirm N writes its sweep file: give both.");
    }
    if (!by.isEmpty() && confirm.isEmpty()) {
      throw new InputException("--by says which cells --confirm N takes: give both.");
    }
    if (confirm.isPresent() && (json.asked() || checkpoint.isPresent())) {
      throw new InputException("--confirm prints a sweep file: leave --json and --checkpoint out.");
    }
    if (confirm.isPresent()) {
      String data = sweep.header().data().isPresent() ? " --data FILE" : "";
      ConfirmedCells cells =
          ConfirmedCells.of(new ConfirmChoice(sweep, directory, by, confirm.get()));
      Confirmation confirmation = new Confirmation(directory, cells, jars);
      Confirmation.Written file = confirmation.file();
      confirm(file.text(), data + jars.words());
      Stream.of(
              file.whySeeds(),
              file.controlBetter(),
              confirmation.stopped(),
              cells.numbersAlone(),
              confirmation.alsoDiffer())
          .flatMap(Optional::stream)
          .forEach(note -> System.err.println("note: " + note));
      return ExitCode.DONE;
    }
    TrialStatus best = sweep.best().orElseThrow(() -> new InputException(noBest(sweep)));
    if (checkpoint.isPresent()) {
      TrialStatus copied =
          trial.isPresent() ? TrialChoice.find(sweep, directory, trial.get()) : best;
      new CheckpointCopy(directory, copied, checkpoint.get()).write(sweep);
    }
    if (FrontTable.suits(sweep)) {
      FrontTable front = FrontTable.of(sweep);
      json.print(() -> FrontTable.SHAPE.object(front), front::text);
      return ExitCode.DONE;
    }
    json.print(() -> BEST.object(new Best(sweep, best)), () -> text(sweep, best, directory));
    return ExitCode.DONE;
  }

  private void confirm(String file, String options) throws IOException {
    if (to.isEmpty()) {
      System.out.print(file);
      return;
    }
    Path written = to.get();
    WriteFailure.naming(
        written,
        "choose another file with --to",
        () -> Files.writeString(written, file, StandardOpenOption.CREATE_NEW));
    System.out.printf(
        "%s; next:%n  %s run %s%s%n",
        written, Launcher.name(), ShellWord.path(written.toString()), options);
  }

  private String noBest(SweepView sweep) {
    String notFinite = RunReport.notFinite(sweep);
    return "%s has no best trial: %s; to see how its trials stand: attune status %s"
        .formatted(
            directory,
            notFinite.isEmpty()
                ? "none has ended with a %s".formatted(sweep.header().objective().metric())
                : sweep.counts().finished() + " finished, " + notFinite,
            ShellWord.path(directory));
  }

  private static Map<String, Double> metrics(TrialStatus trial) {
    return SweepStatus.open(trial.attempt().orElseThrow().metrics());
  }

  /** Summarizes a metric over the seeds of the trial's cell that ended in the same state. */
  private static CellSummary overSeeds(SweepView sweep, TrialStatus trial, String metric) {
    return CellSummary.of(
        trial.trial().configuration(),
        sweep.trials().stream()
            .filter(other -> other.trial().configuration().equals(trial.trial().configuration()))
            .toList(),
        trial.state(),
        metric);
  }

  private static String text(SweepView sweep, TrialStatus best, String directory) {
    CellNames names = CellNames.of(sweep);
    String objective = sweep.header().objective().metric();
    String stopped = StoppedValues.text(sweep);
    Optional<CellPairs> pairs = PairTable.pairs(sweep);
    String differ = CellsThatDiffer.line(pairs);
    String open = pairs.flatMap(rows -> OpenRows.next(rows, sweep)).orElse("");
    TextTable table = TextTable.of("metric", "this trial", "over its seeds", "n");
    addRow(table, sweep, best, objective);
    for (String metric : metrics(best).keySet()) {
      if (!metric.equals(objective)) {
        addRow(table, sweep, best, metric);
      }
    }
    return "%s (trial %s, %s)%n%n%s%s%s%s%s%s%s%s%nthe whole trial: %s status %s --trial %s%n"
        .formatted(
            TerminalText.line(names.of(best.trial())),
            best.trial().id(),
            best.state().label(),
            holes(best, names),
            table.aligned(),
            bestCell(sweep, best, names),
            BestCells.decidedByFailures(
                    CellSummary.of(sweep),
                    Optional.of(sweep.header().objective().goal()),
                    names::of)
                .map("%n%s%n"::formatted)
                .orElse(""),
            stopped.isEmpty() ? "" : "\n" + stopped,
            BestLuck.of(sweep, directory, overSeeds(sweep, best, objective)),
            differ.isEmpty() ? "" : "\n" + differ,
            open.isEmpty() ? "" : "\n" + open,
            Launcher.name(),
            ShellWord.path(directory),
            best.trial().id());
  }

  /** The names of the best cell's formulas with what fills them; empty without such names. */
  private static String holes(TrialStatus best, CellNames names) {
    SortedMap<String, String> holes = best.trial().configuration().holes();
    TextTable table = TextTable.of("name in a formula", "value");
    holes.forEach(
        (key, value) -> {
          boolean formula = holes.keySet().stream().anyMatch(hole -> hole.startsWith(key + "."));
          if (!formula) {
            table.add(key, names.shown(key, value));
          }
        });
    return table.rows().isEmpty() ? "" : table.aligned() + "\n";
  }

  private static void addRow(TextTable table, SweepView sweep, TrialStatus best, String metric) {
    CellSummary over = overSeeds(sweep, best, metric);
    Double ofTrial = metrics(best).get(metric);
    String shown = ofTrial == null ? "" : Numbers.shown(String.valueOf(ofTrial));
    table.add(metric, shown, SpreadText.of(over.summary()), over.count());
  }

  /** The best cell over seeds; of several that tie, the best trial's own. */
  private static CellSummary bestCell(SweepView sweep, TrialStatus best) {
    List<CellSummary> cells = CellSummary.of(sweep);
    Comparator<CellSummary> order =
        CellSummary.bestFirst(Optional.of(sweep.header().objective().goal()));
    return cells.stream()
        .filter(cell -> cell.configuration().equals(best.trial().configuration()))
        .filter(cell -> order.compare(cell, cells.get(0)) == 0)
        .findFirst()
        .orElse(cells.get(0));
  }

  /** Names the best cell over seeds if it is another: one lucky seed does not make a cell best. */
  private static String bestCell(SweepView sweep, TrialStatus best, CellNames names) {
    CellSummary cell = bestCell(sweep, best);
    return cell.configuration().equals(best.trial().configuration())
        ? ""
        : "%nby the fewest failed seeds and then the mean, another cell is best: %s, %s over %s%s%n"
            .formatted(
                TerminalText.line(names.of(cell.configuration())),
                SpreadText.of(cell.summary()),
                Counted.of(cell.summary().n(), "seed"),
                cell.missing());
  }
}
