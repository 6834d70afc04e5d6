package org.attune.jobs.watch;

import static org.attune.jobs.console.JsonType.NUMBER;
import static org.attune.jobs.console.JsonType.TEXT;
import static org.attune.jobs.console.JsonType.list;
import static org.attune.jobs.console.JsonType.map;

import java.io.IOException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.attune.api.Metric;
import org.attune.api.catalog.Numbers;
import org.attune.api.storage.ShellWord;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.Launcher;
import org.attune.jobs.console.Shape;
import org.attune.jobs.console.TerminalText;
import org.attune.jobs.console.TextTable;
import org.attune.jobs.console.TimeText;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialCurves;
import org.attune.sweeps.state.TrialStatus;
import org.attune.sweeps.store.SweepNotes;

/**
 * All of one trial, for {@code status --trial}: how it ended, its metrics, its learning curves, its
 * whole setting, and the commands that go further.
 *
 * @param directory of the sweep, as the user named it
 * @param curves by metric, values by step
 * @param notes on the trial, the oldest first
 */
record ShownTrial(
    String directory,
    SweepView sweep,
    TrialStatus status,
    SortedMap<String, SortedMap<Long, Double>> curves,
    List<String> notes) {

  /** A longer curve is sampled evenly; {@code --json} has all of it. */
  private static final int MOST_STEPS = 11;

  static final Shape<ShownTrial> SHAPE =
      Shape.<ShownTrial>of(ShownTrial.class)
          .including(
              SweepStatus.TRIAL,
              shown -> new SweepStatus.NamedTrial(shown.status(), CellNames.of(shown.sweep())))
          .with("curves", map(map(NUMBER)), ShownTrial::curves)
          .with("notes", list(TEXT), ShownTrial::notes);

  static ShownTrial of(String directory, SweepView sweep, TrialStatus status, SweepNotes notes)
      throws IOException {
    String id = status.trial().id();
    SortedMap<String, SortedMap<Long, Double>> curves = new TreeMap<>();
    TrialCurves.of(
            sweep, other -> other.trial().id().equals(id), metric -> !Metric.isSealed(metric))
        .forEach((metric, ofTrials) -> curves.put(metric, ofTrials.get(id)));
    return new ShownTrial(directory, sweep, status, curves, notes.ofTrial(id));
  }

  String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        "%s: %s%n"
            .formatted(
                TerminalText.line(CellNames.of(sweep).of(status.trial())), status.state().label()));
    text.append(
        "trial %s, replicate %d, seed %d%n"
            .formatted(status.trial().id(), status.trial().replicate(), status.trial().seed()));
    status.attempts().forEach(attempt -> text.append(attempt(attempt)));
    notes.forEach(note -> text.append(TerminalText.line(note)).append('\n'));
    text.append('\n').append(metrics()).append(curve());
    TextTable settings = TextTable.of("setting", "value");
    new TreeMap<>(status.trial().configuration().values())
        .forEach((key, value) -> settings.add(TerminalText.line(key), TerminalText.line(value)));
    return text.append(settings.aligned()).append(next()).toString();
  }

  private static String attempt(Attempt attempt) {
    String steps =
        attempt.reached() == 0 ? "" : " after %s".formatted(Counted.of(attempt.reached(), "step"));
    return "attempt %d on %s, from %s: %s%s%s%s%n"
        .formatted(
            attempt.number(),
            TerminalText.line(attempt.host()),
            attempt.startedAt().truncatedTo(ChronoUnit.SECONDS),
            attempt.state().label(),
            attempt.cause().map(cause -> " (" + cause.label() + ")").orElse(""),
            steps,
            attempt.wallTime().map(time -> ", " + TimeText.of(time)).orElse(""));
  }

  /** The last attempt's metrics, the objective first. */
  private String metrics() {
    String objective = sweep.header().objective().metric();
    Map<String, Double> open =
        status.attempt().map(Attempt::metrics).map(SweepStatus::open).orElse(Map.of());
    TextTable table = TextTable.of("metric", "value");
    open.entrySet().stream()
        .sorted(
            Comparator.<Map.Entry<String, Double>, Boolean>comparing(
                    metric -> !metric.getKey().equals(objective))
                .thenComparing(Map.Entry::getKey))
        .forEach(
            metric ->
                table.add(
                    TerminalText.line(metric.getKey()),
                    Numbers.shown(String.valueOf(metric.getValue()))));
    return table.rows().isEmpty() ? "" : table.aligned() + "\n";
  }

  /** The objective's curve, or the longest one if it has a point alone. */
  private Optional<String> drawn() {
    String objective = sweep.header().objective().metric();
    return curves.keySet().stream()
        .max(
            Comparator.<String, Boolean>comparing(
                    metric -> metric.equals(objective) && curves.get(metric).size() > 1)
                .thenComparing(metric -> curves.get(metric).size()))
        .filter(metric -> curves.get(metric).size() > 1);
  }

  private String curve() {
    if (drawn().isEmpty()) {
      return "";
    }
    List<Map.Entry<Long, Double>> points = new ArrayList<>(curves.get(drawn().get()).entrySet());
    TextTable table = TextTable.of("step", TerminalText.line(drawn().get()));
    int rows = Math.min(MOST_STEPS, points.size());
    for (int i = 0; i < rows; i++) {
      Map.Entry<Long, Double> point =
          points.get((int) ((long) i * (points.size() - 1) / (rows - 1)));
      table.add(point.getKey(), Numbers.shown(String.valueOf(point.getValue())));
    }
    return table.aligned() + "\n";
  }

  private String next() {
    String named = ShellWord.path(directory);
    String id = status.trial().id();
    StringBuilder text = new StringBuilder("\nnext:\n");
    text.append(
        "  %s logs %s --trial %s    # output, stack traces%n"
            .formatted(Launcher.name(), named, id));
    text.append(
        "  %s rerun %s --trial %s    # train it again, compare digits%n"
            .formatted(Launcher.name(), named, id));
    drawn()
        .ifPresent(
            metric ->
                text.append(
                    "  %s plot %s --curves %s --trials %s --to curve.svg%n"
                        .formatted(Launcher.name(), named, ShellWord.path(metric), id)));
    return text.append("  %s note %s --trial %s \"...\"%n".formatted(Launcher.name(), named, id))
        .toString();
  }
}
