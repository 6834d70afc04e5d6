package org.attune.jobs.report;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.TerminalText;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.Change;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;

/** How a sweep's file was changed while it had trials, and which cells began before that. */
final class SpecChanges {

  private static final int MOST_CELLS = 6;
  private static final int MOST_LINES = 6;
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private SpecChanges() {}

  /** A line for each change, in order; empty for a sweep that was never extended. */
  static String text(SweepView sweep) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < sweep.changes().size(); i++) {
      text.append(line(sweep, i + 1, sweep.changes().get(i)));
    }
    return text.toString();
  }

  private static String line(SweepView sweep, int number, Change change) {
    CellNames names = CellNames.of(sweep);
    List<String> cells =
        sweep.trials().stream()
            .filter(change::follows)
            .map(TrialStatus::trial)
            .map(trial -> names.of(trial.configuration()))
            .distinct()
            .toList();
    return "change %d, %s (%s): %s of %s began before it: %s%n"
        .formatted(
            number,
            MINUTE.format(change.time()),
            difference(change),
            Counted.of(change.trials(), "trial"),
            Counted.of(cells.size(), "cell"),
            some(cells.stream().map(TerminalText::line).toList(), MOST_CELLS));
  }

  /** The lines that differ; a budget that draws more cells changes none. */
  private static String difference(Change change) {
    List<String> lines = change.difference().lines().map(String::strip).toList();
    return lines.isEmpty()
        ? "a larger budget"
        : some(lines.stream().map(TerminalText::line).toList(), MOST_LINES);
  }

  private static String some(List<String> all, int most) {
    return all.stream().limit(most).collect(Collectors.joining("; "))
        + (all.size() > most ? "; and %d more".formatted(all.size() - most) : "");
  }
}
