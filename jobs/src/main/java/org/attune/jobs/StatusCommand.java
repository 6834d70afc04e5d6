package org.attune.jobs;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.attune.cluster.table.Manifest;
import org.attune.sweeps.journal.Event;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.Counts;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code attune status}: how a sweep goes, from its journal. */
@Command(
    name = "status",
    description =
        "Shows progress, running trials, the best so far, and failures with their causes.",
    mixinStandardHelpOptions = true)
final class StatusCommand implements Callable<Integer> {

  @Parameters(paramLabel = "DIR", description = "The sweep's directory.")
  private String directory;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    boolean driven = Sweeps.driven(directory);
    SweepView sweep = Sweeps.read(directory);
    Optional<Manifest> tables = Sweeps.tables(directory);
    System.out.print(
        json ? Json.print(object(sweep, driven, tables)) : text(sweep, driven, tables));
    return ExitCode.DONE;
  }

  /** Completed, running, out of budget, or interrupted: not over, and no driver is at it. */
  private static String standing(SweepView sweep, boolean driven) {
    if (sweep.completed().isPresent()) {
      return "completed";
    }
    boolean budget = sweep.suspended().filter(Event.Suspended::budget).isPresent();
    return driven ? "running" : budget ? "out of budget" : "interrupted";
  }

  private static Map<String, Object> object(
      SweepView sweep, boolean driven, Optional<Manifest> tables) {
    Counts counts = sweep.counts();
    int running = driven ? counts.running() : 0;
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("sweep", sweep.header().sweepId());
    object.put("state", standing(sweep, driven));
    sweep.reason().ifPresent(reason -> object.put("reason", reason));
    object.put("total", sweep.total());
    object.put("pending", sweep.waiting() + counts.running() - running);
    object.put("finished", counts.finished());
    object.put("running", running);
    object.put("failed", counts.failed());
    object.put("stopped", counts.stopped());
    object.put("abandoned", counts.abandoned());
    object.put("pending", counts.pending() + counts.running() - running);
    object.put("best", sweep.best().map(StatusCommand::trial).orElse(null));
    object.put("tables_published", tables.map(Manifest::published).orElse(null));
    object.put("tables_events_behind", tables.map(t -> behind(sweep, t)).orElse(null));
    List<Map<String, Object>> begun = list(sweep, TrialState.RUNNING);
    object.put("running_trials", driven ? begun : List.of());
    object.put("interrupted_trials", driven ? List.of() : begun);
    object.put("failed_trials", list(sweep, TrialState.FAILED));
    return object;
  }

  private static List<Map<String, Object>> list(SweepView sweep, TrialState of) {
    return sweep.trials(of).stream().map(StatusCommand::trial).toList();
  }

  private static Map<String, Object> trial(TrialStatus status) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("trial_id", status.trial().id());
    object.put("replicate", status.trial().replicate());
    object.put("seed", status.trial().seed());
    object.put("params", status.trial().configuration().values());
    status.objective().ifPresent(value -> object.put("objective", value));
    status
        .attempt()
        .ifPresent(
            attempt -> {
              object.put("attempt", attempt.number());
              object.put("host", attempt.host());
              object.put("step", attempt.lastStep());
              object.put("metrics", attempt.metrics());
              attempt.cause().ifPresent(cause -> object.put("cause", cause.label()));
              object.put("message", attempt.message());
            });
    return object;
  }

  private String text(SweepView sweep, boolean driven, Optional<Manifest> tables) {
    Counts counts = sweep.counts();
    StringBuilder text = new StringBuilder();
    text.append("sweep %s, %s".formatted(sweep.header().sweepId(), standing(sweep, driven)));
    sweep.suspended().filter(end -> !driven).ifPresent(end -> text.append(": " + end.reason()));
    text.append('\n');
    int running = driven ? counts.running() : 0;
    text.append(
        "%d trials: %d finished, %d stopped, %d running, %d pending, %d failed, %d abandoned%n"
            .formatted(
                sweep.total(),
                counts.finished(),
                counts.stopped(),
                running,
                sweep.waiting() + counts.running() - running,
                counts.failed(),
                counts.abandoned()));
    if (!driven && sweep.completed().isEmpty() && sweep.suspended().isEmpty()) {
      text.append("its driver is gone; the same 'attune run' takes it up where it was left\n");
    }
    sweep
        .best()
        .ifPresent(
            best ->
                text.append(
                    String.format(
                        Locale.ROOT,
                        "best: trial %s, %s %.6g%n",
                        best.trial().id(),
                        sweep.header().objective().metric(),
                        best.objective().orElse(Double.NaN))));
    text.append(tables.map(t -> tables(sweep, t)).orElse("tables: none yet\n"));
    appendTrials(
        text,
        driven ? "running" : "interrupted",
        sweep.trials(TrialState.RUNNING),
        driven ? StatusCommand::progress : StatusCommand::interrupted);
    appendTrials(text, "failed", sweep.trials(TrialState.FAILED), StatusCommand::failure);
    if (counts.failed() > 0) {
      text.append("stack traces: ./attune logs ").append(directory).append(" --trial TRIAL\n");
    }
    return text.toString();
  }

  private static String tables(SweepView sweep, Manifest tables) {
    long behind = behind(sweep, tables);
    return behind == 0
        ? "tables: up to date\n"
        : "tables: published %s, %d events behind\n".formatted(tables.published(), behind);
  }

  private static long behind(SweepView sweep, Manifest tables) {
    return Math.max(0, sweep.events() - tables.events());
  }

  private static void appendTrials(
      StringBuilder text,
      String title,
      List<TrialStatus> trials,
      java.util.function.Function<Attempt, String> describe) {
    if (trials.isEmpty()) {
      return;
    }
    List<String[]> rows = new ArrayList<>();
    for (TrialStatus trial : trials) {
      rows.add(new String[] {trial.trial().id(), trial.attempt().map(describe).orElse("")});
    }
    text.append('\n').append(TextTable.of(new String[] {title, ""}, rows).aligned());
  }

  private static String progress(Attempt attempt) {
    return "attempt %d on %s, step %d, since %d s"
        .formatted(
            attempt.number(),
            attempt.host(),
            attempt.lastStep(),
            Duration.between(attempt.startedAt(), Instant.now()).toSeconds());
  }

  private static String interrupted(Attempt attempt) {
    return "attempt %d on %s, at step %d when its driver ended"
        .formatted(attempt.number(), attempt.host(), attempt.lastStep());
  }

  private static String failure(Attempt attempt) {
    return "attempt %d, %s: %s"
        .formatted(
            attempt.number(),
            attempt.cause().map(cause -> cause.label()).orElse("unknown"),
            attempt.message());
  }
}
