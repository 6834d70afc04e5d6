package org.attune.jobs.watch;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.attune.api.catalog.Numbers;
import org.attune.api.storage.ShellWord;
import org.attune.cluster.table.Manifest;
import org.attune.jobs.console.Launcher;
import org.attune.jobs.console.TerminalText;
import org.attune.jobs.console.TextTable;
import org.attune.jobs.console.TimeText;
import org.attune.jobs.report.AdoptedTrials;
import org.attune.jobs.report.BestLuck;
import org.attune.jobs.report.FrontTable;
import org.attune.jobs.report.LostCheckpoints;
import org.attune.jobs.report.ProgramVersions;
import org.attune.jobs.report.RunReport;
import org.attune.jobs.sweep.TableLag;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.CellSummary;
import org.attune.sweeps.state.Counts;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;

/** A sweep's state as text for people. */
final class StatusText {

  /** The most trials to list of one state. */
  private static final int MOST_LISTED = 10;

  private final SweepStatus status;
  private final SweepView sweep;
  private final boolean driven;

  StatusText(SweepStatus status) {
    this.status = status;
    this.sweep = status.sweep();
    this.driven = status.driven();
  }

  String text() {
    Counts counts = sweep.counts();
    CellNames names = CellNames.of(sweep);
    String named = ShellWord.path(status.directory());
    StringBuilder text = new StringBuilder();
    text.append("sweep %s, %s%n".formatted(sweep.header().sweepId(), state()));
    text.append(
        "%d trials: %s, %d stopped, %d running, %s%s, %d failed%n"
            .formatted(
                sweep.total(),
                RunReport.finished(sweep),
                counts.stopped(),
                status.running(),
                pending(),
                interrupted(),
                counts.failed()));
    text.append(LostAttempts.of(sweep).text(named, status.tables().isPresent()));
    text.append(AdoptedTrials.text(sweep))
        .append(RunReport.duplicates(sweep))
        .append(ProgramVersions.text(sweep))
        .append(LostCheckpoints.text(sweep));
    text.append(time()).append('\n');
    if (status.interrupted()) {
      text.append(sweep.suspended().isEmpty() ? "its driver is gone; " : "")
          .append("rerun the command that started it to resume\n");
    }
    sweep
        .best()
        .ifPresent(
            best ->
                text.append(
                    "best trial: %s: %s %s (trial %s%s)%n"
                            .formatted(
                                TerminalText.line(names.of(best.trial())),
                                sweep.header().objective().metric(),
                                Numbers.shown(String.valueOf(best.objective().orElse(Double.NaN))),
                                best.trial().id(),
                                best.state() == TrialState.STOPPED
                                    ? ", stopped: none has finished"
                                    : "")
                        + (BestLuck.isOfOneSeed(sweep, CellSummary.of(sweep))
                            ? "  %s%s%n"
                                .formatted(
                                    BestLuck.partlyLuck(sweep),
                                    BestLuck.saysHowMuch(sweep)
                                        ? "; how much: %s best %s".formatted(Launcher.name(), named)
                                        : "")
                            : "")));
    if (FrontTable.suits(sweep)) {
      text.append(
          "%s%nto list them: %s best %s%n"
              .formatted(FrontTable.of(sweep).line(), Launcher.name(), named));
    }
    status
        .resting()
        .forEach(
            rest ->
                text.append(
                    "%s is given no trials for another %s: %s%n"
                        .formatted(
                            rest.who(),
                            TimeText.of(Duration.between(status.now(), rest.until())),
                            rest.reason())));
    text.append(status.tables().map(this::tables).orElse("tables: none yet\n"));
    if (driven) {
      appendTrials(text, "running", sweep.trials(TrialState.RUNNING), names, this::progress);
    }
    appendTrials(text, "interrupted", status.interruptedTrials(), names, StatusText::interrupted);
    appendTrials(text, "failed", sweep.trials(TrialState.FAILED), names, StatusText::failure);
    if (counts.failed() > 0) {
      text.append("stack traces: %s logs %s --trial TRIAL%n".formatted(Launcher.name(), named));
      text.append("to retry them: %s retry %s --failed%n".formatted(Launcher.name(), named));
    }
    return text.toString();
  }

  /** The phase, with the reason of the driver that ended; a reason may begin with the phase. */
  private String state() {
    String reason =
        sweep
            .suspended()
            .filter(end -> !driven)
            .map(end -> TerminalText.line(end.reason()))
            .orElse("");
    if (reason.startsWith(status.state())) {
      return reason;
    }
    return reason.isEmpty() ? status.state() : status.state() + ": " + reason;
  }

  private String interrupted() {
    int begun = status.interruptedTrials().size();
    return begun == 0 ? "" : " (%d interrupted)".formatted(begun);
  }

  /** The journal does not know how many trials a budget of trials leaves out. */
  private String pending() {
    boolean cut = sweep.suspended().filter(Event.Suspended::budget).isPresent();
    return cut && status.pending() == 0
        ? "more pending beyond the budget"
        : status.pending() + " pending";
  }

  private String time() {
    String elapsed = TimeText.of(status.elapsed());
    boolean waits = status.running() == 0 && status.pending() > 0;
    return driven
        ? "driver: alive, %s of running%s"
            .formatted(
                elapsed,
                waits
                    ? "; no trial runs: it waits for a free slot"
                    : status.left().map(time -> ", " + Eta.describe(time)).orElse(""))
        : "driver: none; %s of running".formatted(elapsed);
  }

  private String tables(Manifest manifest) {
    Optional<String> lag = TableLag.of(sweep, manifest, driven);
    if (lag.isEmpty()) {
      return "tables: up to date\n";
    }
    return driven
        ? "tables as of %s: what came since follows at the next publication\n"
            .formatted(TableLag.time(manifest))
        : lag.get() + "\n";
  }

  private static void appendTrials(
      StringBuilder text,
      String title,
      List<TrialStatus> trials,
      CellNames names,
      Function<Attempt, String> describe) {
    if (trials.isEmpty()) {
      return;
    }
    TextTable table = TextTable.of(title, "", "");
    for (TrialStatus trial : trials.subList(0, Math.min(MOST_LISTED, trials.size()))) {
      String described = trial.attempt().map(describe).orElse("");
      table.add(trial.trial().id(), names.of(trial.trial()), described);
    }
    text.append('\n').append(table.aligned());
    if (trials.size() > MOST_LISTED) {
      text.append("and %d more; --json has them all%n".formatted(trials.size() - MOST_LISTED));
    }
  }

  private String progress(Attempt attempt) {
    return "attempt %d on %s, %s %d, since %s"
        .formatted(
            attempt.number(),
            attempt.host(),
            attempt.reached() > attempt.lastStep() ? "resumed after step" : "step",
            attempt.reached(),
            TimeText.of(Duration.between(attempt.startedAt(), status.now())));
  }

  private static String interrupted(Attempt attempt) {
    return "attempt %d on %s, at step %d when its driver ended"
        .formatted(attempt.number(), attempt.host(), attempt.reached());
  }

  private static String failure(Attempt attempt) {
    return "attempt %d, %s: %s"
        .formatted(
            attempt.number(),
            attempt.cause().map(cause -> cause.label()).orElse("unknown"),
            attempt.message().lines().findFirst().orElse(""));
  }
}
