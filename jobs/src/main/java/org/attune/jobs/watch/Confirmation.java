package org.attune.jobs.watch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.api.trial.ProgramCatalog;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.SpreadText;
import org.attune.jobs.console.TerminalText;
import org.attune.jobs.lab.Labs;
import org.attune.jobs.report.StoppedCells;
import org.attune.jobs.session.Jars;
import org.attune.jobs.sweep.SpecCopy;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.analysis.PlannedSeeds;
import org.attune.sweeps.command.CommandTask;
import org.attune.sweeps.event.DataFile;
import org.attune.sweeps.identity.Replicates;
import org.attune.sweeps.lab.Ledger;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.CellsFile;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.spec.reader.TunedAgain;
import org.attune.sweeps.state.CellSummary;
import org.attune.sweeps.state.TrialStatus;

/** The sweep file that gives the best cells of a sweep new seeds. */
record Confirmation(
    String directory,
    ConfirmedCells found,
    Optional<TunedAgain> tuned,
    ConfirmedCells cells,
    Jars jars) {

  /**
   * The new file.
   *
   * @param whySeeds why it has this number of seeds; empty where it compares nothing
   * @param controlBetter says that a control was better than a cell beside it; empty if none was
   */
  record Written(String text, Optional<String> whySeeds, Optional<String> controlBetter) {}

  Confirmation(String directory, ConfirmedCells found, Jars jars) {
    this(directory, found, found.tunedAgain(), jars);
  }

  private Confirmation(
      String directory, ConfirmedCells found, Optional<TunedAgain> tuned, Jars jars) {
    this(
        directory,
        found,
        tuned,
        tuned.map(again -> found.without(again.key())).orElse(found),
        jars);
  }

  /** Says that cells differ in more than the user asked for; empty if they do not. */
  Optional<String> alsoDiffer() {
    return cells.alsoDiffer();
  }

  /** Says that some of the cells never reached the end; empty if all did. */
  Optional<String> stopped() {
    return found.stopped();
  }

  /** The file. */
  Written file() throws IOException {
    SpecCopy copy = SpecCopy.read(Sweeps.storage(directory)).orElseThrow(this::noCopy);
    Map<String, Configuration> named = new ConfirmedNames(cells).named();
    Map<String, String> controls = controls(named);
    jars.install();
    try {
      AxisCatalog catalog = catalog(copy.text());
      SweepSpec spec = SpecFile.read(SpecCopy.PATH, copy.text(), copy.set(), catalog);
      if (!SpecHeader.has(cells.sweep().header(), spec)) {
        throw new InputException(
            "%s/%s is of another sweep than the results beside it: it was changed; undo that."
                .formatted(directory, SpecCopy.PATH));
      }
      CellsFile file = new CellsFile(spec, catalog, named, controls, tuned, 1);
      ConfirmingSeeds seeds = seeds(file.text(copy.text(), copy.set()));
      file = file.with(seeds.number());
      String text =
          head(named, controls, file, seeds)
              + program(copy.text())
              + file.text(copy.text(), copy.set());
      return new Written(text, seeds.why(), controlBetter(file));
    } catch (SpecException unreadable) {
      throw new InputException(
          "Cannot read %s/%s; if the sweep ran with --jars, name them here too:%n%s"
              .formatted(directory, SpecCopy.PATH, unreadable.getMessage()));
    }
  }

  /** The seeds that the file's comparisons need, at the level that they get where it is run. */
  private ConfirmingSeeds seeds(String text) throws SpecException, IOException {
    AxisCatalog catalog = catalog(text);
    SweepSpec spec = SpecFile.read(SpecCopy.PATH, text, Map.of(), catalog);
    int compared = PlannedSeeds.comparisons(spec, catalog);
    Optional<Ledger> lab = Labs.nearest(Sweeps.storage(directory));
    return lab.isPresent() && compared > 0
        ? new ConfirmingSeeds(compared, lab.get().read().wealth().level(compared), true)
        : ConfirmingSeeds.of(compared);
  }

  private InputException noCopy() {
    return new InputException(
        ("%s has no copy of its sweep file (%s), which 'attune run' leaves there: write a file with"
                + " the cells by hand; 'attune best %s --json' has their values.")
            .formatted(directory, SpecCopy.PATH, directory));
  }

  private AxisCatalog catalog(String yaml) throws SpecException {
    Optional<CommandTask> command = SpecFile.asked(SpecCopy.PATH, yaml);
    return command.isPresent()
        ? command.get().catalog()
        : SpecFile.taskName(yaml)
            .flatMap(jars::program)
            .<AxisCatalog>map(ProgramCatalog::new)
            .orElseGet(TrialCatalog::new);
  }

  /** The name of a cell's control, by the cell's name. */
  private Map<String, String> controls(Map<String, Configuration> named) {
    Map<Configuration, String> names = new LinkedHashMap<>();
    named.forEach((name, cell) -> names.put(cell, name));
    Map<String, String> controls = new LinkedHashMap<>();
    cells.controls().forEach((cell, control) -> controls.put(names.get(cell), names.get(control)));
    return controls;
  }

  /** Comments on what the file is, and what the cells were in the sweep that found them. */
  private String head(
      Map<String, Configuration> named,
      Map<String, String> controls,
      CellsFile file,
      ConfirmingSeeds seeds)
      throws IOException {
    int best = cells.best().size();
    String sweep = cells.sweep().header().name();
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s of the sweep %s, with new seeds: made by 'attune best --confirm'."
            .formatted(best == 1 ? "The best cell" : "The %d best cells".formatted(best), sweep));
    lines.add(
        "New seeds: 0 to %d of 'seed: %d'; %s had 'seed: %d'."
            .formatted(file.replicates() - 1, file.seed(), sweep, cells.sweep().header().seed()));
    seeds.why().map("%s."::formatted).ifPresent(lines::add);
    lines.add("Means in %s, which are partly luck:".formatted(sweep));
    named.forEach(
        (name, cell) ->
            lines.add(
                "  %s%s: %s"
                    .formatted(
                        name, controls.containsValue(name) ? ", the control" : "", means(cell))));
    tuned
        .map(
            again ->
                "Each cell is tuned again over %d values of %s, on tuning seeds: %s tried more of them for some cells than for others.%s The file has %,d trials."
                    .formatted(
                        again.values().size(),
                        again.key(),
                        sweep,
                        spanned(again),
                        named.size()
                            * (again.values().size() * Replicates.TUNING + file.replicates())))
        .ifPresent(lines::add);
    Stream.of(controlBetter(file), stopped(), alsoDiffer())
        .flatMap(Optional::stream)
        .map("Note: %s."::formatted)
        .forEach(lines::add);
    cells
        .sweep()
        .header()
        .data()
        .map(DataFile::describe)
        .map("The sweep read --data %s: name it again."::formatted)
        .ifPresent(lines::add);
    Labs.nearest(Sweeps.storage(directory))
        .map(lab -> lab.storage().describe())
        .map(
            tuned.isPresent()
                ? "In the lab %s the claims of this file are evidence, and spend its error."
                    ::formatted
                : "In the lab %s only claims are evidence: state under 'claims' what you expect."
                    ::formatted)
        .ifPresent(lines::add);
    return lines.stream()
        .map(line -> "# " + TerminalText.line(line) + "\n")
        .collect(Collectors.joining());
  }

  private Optional<String> controlBetter(CellsFile file) {
    List<String> better = new ArrayList<>();
    file.worse()
        .forEach(
            (control, worse) ->
                better.add("%s was better than %s".formatted(control, String.join(", ", worse))));
    return better.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "in %s the control %s%s"
                .formatted(
                    cells.sweep().header().name(),
                    String.join(", and the control ", better),
                    tuned.isEmpty() ? "" : ", so the file claims this, and no improvement"));
  }

  /** Says what became of values that the search drew; empty for listed values. */
  private String spanned(TunedAgain again) {
    return found
        .span(again.key())
        .map(
            span ->
                " They are the search's own, of near ones the better cell's, and span at least %s either way, within its interval."
                    .formatted(span.said()))
        .orElse("");
  }

  /** A comment on the program that the file runs: whoever wrote the directory chose it. */
  private static String program(String yaml) throws SpecException {
    return SpecFile.asked(SpecCopy.PATH, yaml)
        .map(CommandTask::run)
        .map(run -> "This file runs a program as you. Read its task before you run it: " + run)
        .map(line -> "# " + TerminalText.line(line) + "\n")
        .orElse("");
  }

  /** What the search found of a cell at its best values. */
  private String means(Configuration cell) {
    if (tuned.isEmpty()) {
      return meansOf(cell);
    }
    Configuration best =
        found.all().stream()
            .filter(one -> ConfirmedCells.without(tuned.get().key(), one).equals(cell))
            .findFirst()
            .orElseThrow();
    return "%s, at %s"
        .formatted(meansOf(best), cells.names().values(List.of(tuned.get().key()), best));
  }

  /** The objectives over a cell's seeds, and how many these are. */
  private String meansOf(Configuration cell) {
    List<TrialStatus> trials =
        cells.sweep().trials().stream()
            .filter(trial -> trial.trial().configuration().equals(cell))
            .toList();
    StoppedCells stopped = new StoppedCells(cells.sweep());
    List<CellSummary> summaries = new ArrayList<>();
    List<String> means = new ArrayList<>();
    for (Objective objective : cells.sweep().header().objectives()) {
      CellSummary summary = CellSummary.of(cell, trials, stopped.counted(cell), objective.metric());
      summaries.add(summary);
      means.add(objective.metric() + " " + SpreadText.of(summary.summary()));
    }
    String part = cells.names().values(found.parts(), cell);
    return "%s, n %s%s%s"
        .formatted(
            String.join(", ", means),
            summaries.get(0).count(),
            stopped.reached(cell),
            part.isEmpty() ? "" : " (" + part + ")");
  }
}
