package org.attune.jobs.watch;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.io.function.IOSupplier;
import org.attune.api.Metric;
import org.attune.cluster.table.Manifest;
import org.attune.jobs.console.Counted;
import org.attune.jobs.report.FrontTable;
import org.attune.jobs.report.ProgramVersions;
import org.attune.jobs.report.RunReport;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.Counts;
import org.attune.sweeps.state.SweepPhase;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;

/**
 * The state of a sweep from its journal, which {@code status}, {@code watch} and {@code list runs}
 * show.
 *
 * @param directory the sweep's directory, as the user named it
 * @param sweep the sweep at one moment
 * @param driven whether a driver is alive
 * @param tables the current tables; empty when none were published yet, or nobody looked
 * @param now the moment
 */
record SweepStatus(
    String directory, SweepView sweep, boolean driven, Optional<Manifest> tables, Instant now) {

  /** Reads the state of the sweep in a directory. */
  static SweepStatus of(String directory) throws IOException {
    return of(directory, () -> Sweeps.read(directory));
  }

  /** Reads the state of the sweep in a directory, of which {@code look} gives a view. */
  static SweepStatus of(String directory, IOSupplier<SweepView> look) throws IOException {
    boolean driven = Sweeps.driven(directory);
    SweepView sweep = look.get();
    driven = driven || Sweeps.driven(directory); // one may have begun meanwhile
    return new SweepStatus(directory, sweep, driven, Sweeps.tables(directory), Instant.now());
  }

  /** The sweep's phase in words. */
  String state() {
    return SweepPhase.of(sweep, driven).label();
  }

  /** Whether its driver ended although trials and budget remain. */
  boolean interrupted() {
    return SweepPhase.of(sweep, driven) == SweepPhase.INTERRUPTED;
  }

  /** Whether the sweep will not change by itself; a living driver may just begin to extend it. */
  boolean over() {
    return !driven;
  }

  /** Number of running trials; 0 when no driver is alive. */
  int running() {
    return driven ? sweep.counts().running() : 0;
  }

  /** Number of trials that wait for a slot, or for the next run. */
  long pending() {
    return sweep.waiting() + sweep.counts().running() - running();
  }

  /** The trials that a driver began and left, for the next run to take up. */
  List<TrialStatus> interruptedTrials() {
    return driven ? List.of() : sweep.interrupted();
  }

  /** Time from the sweep's first start to now, or to its last event when the sweep is over. */
  Duration elapsed() {
    return Duration.between(
        sweep.startedAt(), over() || sweep.completed().isPresent() ? last() : now);
  }

  private Instant last() {
    Stream<Instant> ends =
        Stream.of(
                sweep.completed().map(Event.Completed::time),
                sweep.suspended().map(Event.Suspended::time),
                newest(sweep.settledAttempts()).flatMap(of -> of.attempt().endedAt()),
                newest(sweep.metrics()).map(metric -> metric.time()))
            .flatMap(Optional::stream);
    return ends.max(Comparator.naturalOrder()).orElse(sweep.startedAt());
  }

  private static <T> Optional<T> newest(List<T> list) {
    return list.isEmpty() ? Optional.empty() : Optional.of(list.get(list.size() - 1));
  }

  /** Estimated remaining time, while a driver runs trials. */
  Optional<Duration> left() {
    return running() > 0 ? Eta.of(sweep, Eta.atOnce(sweep), now) : Optional.empty();
  }

  /** The state in one line. */
  String line() {
    String notFinite = RunReport.notFinite(sweep);
    return ProgressLine.of(
        sweep,
        running(),
        left(),
        (notFinite.isEmpty() ? "" : ", " + notFinite)
            + LostAttempts.of(sweep).suffix()
            + (over() ? ", " + state() + begun() : ""));
  }

  private String begun() {
    int begun = interruptedTrials().size();
    return begun == 0 ? "" : " with %s begun".formatted(Counted.of(begun, "trial"));
  }

  /** The state for {@code --json}. */
  Map<String, Object> object() {
    Counts counts = sweep.counts();
    CellNames names = CellNames.of(sweep);
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("sweep", sweep.header().sweepId());
    object.put("state", state());
    object.put("driver_alive", driven);
    sweep.reason().filter(reason -> !driven).ifPresent(reason -> object.put("reason", reason));
    object.put("started_at", sweep.startedAt().toString());
    object.put("elapsed_seconds", elapsed().toSeconds());
    object.put("expected_seconds_left", left().map(Duration::toSeconds).orElse(null));
    object.put("total", sweep.total());
    object.put("pending", pending());
    object.put("finished", counts.finished());
    object.put("not_finite", sweep.notFinite());
    object.put("running", running());
    object.put("failed", counts.failed());
    object.put("stopped", counts.stopped());
    object.put("abandoned", counts.abandoned());
    object.put("retried_attempts", LostAttempts.of(sweep).causes());
    object.put("mixed_programs", ProgramVersions.mixed(sweep));
    object.put("duplicates", sweep.duplicates());
    object.put("resting", resting().map(SweepStatus::rest).toList());
    object.put("best", sweep.best().map(best -> trial(best, names)).orElse(null));
    if (FrontTable.suits(sweep)) {
      object.putAll(FrontTable.of(sweep).object());
    }
    object.put("tables_published", tables.map(Manifest::published).orElse(null));
    object.put("tables_events_behind", tables.map(this::behind).orElse(null));
    List<TrialStatus> run = driven ? sweep.trials(TrialState.RUNNING) : List.of();
    object.put("running_trials", list(run, names));
    object.put("interrupted_trials", list(interruptedTrials(), names));
    object.put("failed_trials", list(sweep.trials(TrialState.FAILED), names));
    return object;
  }

  /** Executors and hosts in cool-down now: too many attempts in a row failed on them. */
  Stream<Event.Rested> resting() {
    return sweep.resting().stream().filter(rest -> driven && rest.until().isAfter(now));
  }

  private static Map<String, Object> rest(Event.Rested rest) {
    return Map.of("who", rest.who(), "reason", rest.reason(), "until", rest.until().toString());
  }

  private static List<Map<String, Object>> list(List<TrialStatus> trials, CellNames names) {
    return trials.stream().map(status -> trial(status, names)).toList();
  }

  /** The metrics without those of the sealed split, which only claims read. */
  static Map<String, Double> open(Map<String, Double> metrics) {
    Map<String, Double> open = new TreeMap<>(metrics);
    open.keySet().removeIf(Metric::isSealed);
    return open;
  }

  /** A trial for {@code --json}. */
  static Map<String, Object> trial(TrialStatus status, CellNames names) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("trial_id", status.trial().id());
    object.put("cell", names.cell(status.trial().configuration()));
    object.put("name", names.of(status.trial()));
    object.put("state", status.state().label());
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
              object.put("step", attempt.reached());
              object.put("metrics", open(attempt.metrics()));
              attempt.cause().ifPresent(cause -> object.put("cause", cause.label()));
              object.put("message", attempt.message());
            });
    return object;
  }

  /** The number of events that tables lack. */
  long behind(Manifest manifest) {
    return Math.max(0, sweep.events() - manifest.events());
  }
}
