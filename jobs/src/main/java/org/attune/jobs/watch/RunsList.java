package org.attune.jobs.watch;

import static org.attune.jobs.console.JsonType.FLAG;
import static org.attune.jobs.console.JsonType.TEXT;
import static org.attune.jobs.console.JsonType.WHOLE;
import static org.attune.jobs.console.JsonType.list;
import static org.attune.jobs.console.JsonType.orNull;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.attune.api.storage.Storage;
import org.attune.jobs.console.ConsoleTerminal;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.Json;
import org.attune.jobs.console.JsonType;
import org.attune.jobs.console.Launcher;
import org.attune.jobs.console.Shape;
import org.attune.jobs.console.TextTable;
import org.attune.jobs.console.TimeText;
import org.attune.jobs.report.BestLuck;
import org.attune.jobs.report.FrontTable;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.state.CellSummary;
import org.attune.sweeps.state.Counts;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.SweepLayout;
import org.attune.sweeps.store.SweepNote;
import org.attune.sweeps.store.SweepNotes;

/**
 * {@code attune list runs}: the sweeps in a folder, the newest first.
 *
 * @param chosen whether these are only the sweeps that someone asked for
 */
public record RunsList(String folder, boolean chosen, List<Run> runs) {

  /** The default folder of {@code attune run}. */
  public static final String USUAL = "runs";

  /** The column of notes, which only folders with notes have. */
  private static final int NOTE = 7;

  /** The column of names, which only folders have where a directory has another. */
  private static final int NAME = 1;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm z", Locale.ROOT)
          .withZone(ZoneId.systemDefault());

  /** A sweep, or the reason why it cannot be read. */
  private record Run(
      String directory,
      Optional<SweepStatus> status,
      Optional<BestOfRun> best,
      Optional<RunVerdict> verdict,
      List<String> notes,
      String trouble) {

    public static Run of(String directory) {
      try {
        Storage storage = Sweeps.storage(directory);
        List<String> notes = new SweepNotes(storage).lines();
        SweepStatus status = SweepStatus.of(directory);
        SweepView sweep = status.sweep();
        return new Run(
            directory,
            Optional.of(status),
            BestOfRun.of(sweep),
            status.driven() ? Optional.empty() : RunVerdict.of(sweep, storage),
            notes,
            "");
      } catch (IOException | RuntimeException | StackOverflowError unreadable) {
        return new Run(
            directory,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            String.valueOf(unreadable.getMessage()));
      }
    }

    /** Whether the directory says the sweep's name; of an unreadable sweep nobody knows one. */
    boolean hasItsName() {
      return status
          .map(run -> run.sweep().header().name())
          .filter(name -> !name.equals(directory.replaceAll("/+$", "").replaceAll(".*/", "")))
          .isEmpty();
    }

    /** An unreadable sweep counts as the oldest. */
    Instant started() {
      return status.map(s -> s.sweep().startedAt()).orElse(Instant.MIN);
    }

    /**
     * Whether the directory, the sweep's name or a note has a tag such as {@code #paper}, or a word
     * that begins with the given one; in any case. Neither is found within a longer tag or word.
     */
    boolean has(String word) {
      String name = status.map(s -> s.sweep().header().name()).orElse("");
      String end = word.startsWith("#") ? "(?![\\p{L}\\p{N}_-])" : "";
      Pattern sought =
          Pattern.compile(
              "(?<![\\p{L}\\p{N}])" + Pattern.quote(word) + end,
              Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
      return Stream.concat(Stream.of(directory, name), notes.stream())
          .anyMatch(text -> sought.matcher(text).find());
    }

    String[] row() {
      if (status.isEmpty()) {
        return new String[] {directory, "", "unreadable", "", "", trouble, "", ""};
      }
      SweepStatus run = status.get();
      SweepView sweep = run.sweep();
      Counts counts = sweep.counts();
      String failed = counts.failed() == 0 ? "" : ", %d failed".formatted(counts.failed());
      return new String[] {
        directory,
        sweep.header().name(),
        run.driven() ? run.state() + ", alive" : run.state(),
        "%d of %d%s".formatted(counts.finished() + counts.stopped(), sweep.total(), failed),
        TIME.format(sweep.startedAt()) + ", " + TimeText.of(run.elapsed()),
        best.map(BestOfRun::text).orElse(""),
        verdict.map(RunVerdict::text).orElse(""),
        shownNote()
      };
    }

    /** The last note on the sweep; one on a trial stands in only where there is no such note. */
    private String shownNote() {
      List<String> onSweep =
          notes.stream().filter(line -> SweepNote.of(line).trial().isEmpty()).toList();
      List<String> shown = onSweep.isEmpty() ? notes : onSweep;
      return shown.isEmpty() ? "" : shown.get(shown.size() - 1);
    }

    /** Whether its best value is that of one seed, and the best of several cells. */
    boolean isLucky() {
      return status
          .map(SweepStatus::sweep)
          .filter(sweep -> !FrontTable.suits(sweep))
          .filter(sweep -> BestLuck.isOfOneSeed(sweep, CellSummary.of(sweep)))
          .isPresent();
    }

    boolean saysHowMuch() {
      return isLucky() && status.map(SweepStatus::sweep).filter(BestLuck::saysHowMuch).isPresent();
    }
  }

  private static final Shape<SweepStatus> STATUS =
      Shape.<SweepStatus>of(SweepStatus.class)
          .with("sweep", TEXT, status -> status.sweep().header().sweepId())
          .with("name", TEXT, status -> status.sweep().header().name())
          .with("state", TEXT, SweepStatus::state)
          .with("driver_alive", FLAG, SweepStatus::driven)
          .with("started_at", TEXT, status -> status.sweep().startedAt().toString())
          .with("elapsed_seconds", WHOLE, status -> status.elapsed().toSeconds())
          .with("total", WHOLE, status -> status.sweep().total())
          .with("finished", WHOLE, status -> status.sweep().counts().finished())
          .with("stopped", WHOLE, status -> status.sweep().counts().stopped())
          .with("running", WHOLE, SweepStatus::running)
          .with("failed", WHOLE, status -> status.sweep().counts().failed())
          .with("best", orNull(SweepStatus.TRIAL), SweepStatus::best);

  private static final Shape<Run> RUN =
      Shape.<Run>of(Run.class)
          .with("directory", TEXT, Run::directory)
          .maybe(
              "trouble",
              TEXT,
              run -> Optional.of(run.trouble()).filter(why -> run.status().isEmpty()))
          .includingIf(STATUS, Run::status)
          .maybe("best_cell", BestOfRun.SHAPE, Run::best)
          .maybe("verdict", RunVerdict.SHAPE, Run::verdict)
          .maybe("notes", list(TEXT), run -> run.status().map(some -> run.notes()));

  /** The sweeps for {@code --json}. */
  public static final JsonType OUTPUT = list(RUN);

  /** Reads all sweeps in a folder, or the one sweep that the folder is. */
  public static RunsList of(String folder) throws IOException {
    Storage storage = Sweeps.storage(folder);
    if (!storage.exists("")) {
      throw new InputException(
          "There is no folder %s; name the one that holds sweeps: list runs FOLDER."
              .formatted(folder));
    }
    List<String> directories = new ArrayList<>();
    if (SweepLayout.holdsSweep(storage)) {
      directories.add(folder);
    } else {
      for (String name : storage.list("")) {
        String directory = folder.endsWith("/") ? folder + name : folder + "/" + name;
        if (mayHoldSweep(directory)) {
          directories.add(directory);
        }
      }
    }
    return new RunsList(
        folder,
        false,
        directories.parallelStream()
            .map(Run::of)
            .sorted(Comparator.comparing(Run::started).reversed())
            .toList());
  }

  /** Whether a folder holds a sweep, or cannot be looked into: then its line says why. */
  private static boolean mayHoldSweep(String directory) {
    try {
      return SweepLayout.holdsSweep(Sweeps.storage(directory));
    } catch (IOException | RuntimeException unreadable) {
      return true;
    }
  }

  /**
   * The sweeps that someone asks for.
   *
   * @param earliest start; an unreadable sweep has none, and is left out
   * @param word of the directory, the sweep's name or a note
   */
  public RunsList only(Optional<Instant> earliest, Optional<String> word) {
    return new RunsList(
        folder,
        earliest.isPresent() || word.isPresent(),
        runs.stream()
            .filter(run -> earliest.isEmpty() || !run.started().isBefore(earliest.get()))
            .filter(run -> word.isEmpty() || run.has(word.get()))
            .toList());
  }

  /** In what order sweeps are listed. */
  public enum SortKey {
    STARTED,
    DIRECTORY,
    STATE,
    BEST
  }

  /** These sweeps in another order; those without a best cell come last by {@code BEST}. */
  public RunsList by(SortKey order) {
    Comparator<Run> before =
        switch (order) {
          case STARTED -> Comparator.comparing(Run::started).reversed();
          case DIRECTORY -> Comparator.comparing(Run::directory);
          case STATE ->
              Comparator.comparing(run -> run.status().map(SweepStatus::state).orElse(""));
          case BEST ->
              Comparator.<Run, Boolean>comparing(run -> run.best().isEmpty())
                  .thenComparing(
                      (one, other) ->
                          one.best().isEmpty() || other.best().isEmpty()
                              ? 0
                              : BestOfRun.bestFirst()
                                  .compare(one.best().get(), other.best().get()));
        };
    return new RunsList(folder, chosen, runs.stream().sorted(before).toList());
  }

  public String json() {
    return Json.print(OUTPUT.write(runs));
  }

  public String text() {
    if (runs.isEmpty()) {
      return "no sweep in %s%s\n".formatted(folder, chosen ? " is among those asked for" : "");
    }
    String[] heading = {
      "directory",
      "sweep",
      "state",
      "done",
      "started, took",
      "best cell so far: mean, seeds",
      "verdict",
      "last note"
    };
    TextTable table = TextTable.of(heading, runs.stream().map(Run::row).toList());
    TextTable noted =
        runs.stream().allMatch(run -> run.notes().isEmpty()) ? table.without(NOTE) : table;
    return ConsoleTerminal.fit(
            runs.stream().allMatch(Run::hasItsName) ? noted.without(NAME) : noted)
        + (runs.stream().anyMatch(Run::isLucky)
            ? "a best of one seed among several cells is partly luck%s%n"
                .formatted(
                    runs.stream().anyMatch(Run::saysHowMuch)
                        ? "; how much: %s best DIR".formatted(Launcher.name())
                        : "")
            : "");
  }
}
