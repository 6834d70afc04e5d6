package org.attune.jobs.watch;

import static org.attune.jobs.console.JsonType.FLAG;
import static org.attune.jobs.console.JsonType.NUMBER;
import static org.attune.jobs.console.JsonType.TEXT;
import static org.attune.jobs.console.JsonType.WHOLE;
import static org.attune.jobs.console.JsonType.list;
import static org.attune.jobs.console.JsonType.map;
import static org.attune.jobs.console.JsonType.orNull;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.io.function.IOSupplier;
import org.attune.api.Metric;
import org.attune.cluster.table.Manifest;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.JsonObject;
import org.attune.jobs.console.Shape;
import org.attune.jobs.report.FrontTable;
import org.attune.jobs.report.ProgramVersions;
import org.attune.jobs.report.RunReport;
import org.attune.jobs.sweep.DriverTime;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.CellNames;
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

  /** A trial with the names of its sweep's cells. */
  record NamedTrial(TrialStatus status, CellNames names) {}

  private static final Shape<Attempt> ATTEMPT =
      Shape.<Attempt>of(Attempt.class)
          .with("attempt", WHOLE, Attempt::number)
          .with("host", TEXT, Attempt::host)
          .with("step", WHOLE, Attempt::reached)
          .with("metrics", map(NUMBER), attempt -> open(attempt.metrics()))
          .maybe("cause", TEXT, attempt -> attempt.cause().map(cause -> cause.label()))
          .with("message", TEXT, Attempt::message);

  /** A trial for {@code --json}. */
  static final Shape<NamedTrial> TRIAL =
      Shape.<NamedTrial>of(NamedTrial.class)
          .with("trial_id", TEXT, trial -> trial.status().trial().id())
          .with("cell", TEXT, trial -> trial.names().cell(trial.status().trial().configuration()))
          .with("name", TEXT, trial -> trial.names().of(trial.status().trial()))
          .with("state", TEXT, trial -> trial.status().state().label())
          .with("replicate", WHOLE, trial -> trial.status().trial().replicate())
          .with("seed", WHOLE, trial -> trial.status().trial().seed())
          .with("params", map(TEXT), trial -> trial.status().trial().configuration().values())
          .maybe("objective", NUMBER, trial -> objective(trial.status()))
          .includingIf(ATTEMPT, trial -> trial.status().attempt());

  private static final Shape<Event.Rested> REST =
      Shape.<Event.Rested>of(Event.Rested.class)
          .with("who", TEXT, Event.Rested::who)
          .with("reason", TEXT, Event.Rested::reason)
          .with("until", TEXT, rested -> rested.until().toString());

  /** The state for {@code --json}. */
  static final Shape<SweepStatus> SHAPE =
      Shape.<SweepStatus>of(SweepStatus.class)
          .with("sweep", TEXT, status -> status.sweep().header().sweepId())
          .with("state", TEXT, SweepStatus::state)
          .with("driver_alive", FLAG, SweepStatus::driven)
          .maybe(
              "reason", TEXT, status -> status.sweep().reason().filter(reason -> !status.driven()))
          .with("started_at", TEXT, status -> status.sweep().startedAt().toString())
          .with("elapsed_seconds", WHOLE, status -> status.elapsed().toSeconds())
          .with(
              "expected_seconds_left",
              orNull(WHOLE),
              status -> status.left().map(Duration::toSeconds))
          .with("total", WHOLE, status -> status.sweep().total())
          .with("pending", WHOLE, SweepStatus::pending)
          .with("finished", WHOLE, status -> status.sweep().counts().finished())
          .with("not_finite", WHOLE, status -> status.sweep().notFinite())
          .with("running", WHOLE, SweepStatus::running)
          .with("failed", WHOLE, status -> status.sweep().counts().failed())
          .with("stopped", WHOLE, status -> status.sweep().counts().stopped())
          .with("abandoned", WHOLE, status -> status.sweep().counts().abandoned())
          .with("retried_attempts", map(WHOLE), status -> LostAttempts.of(status.sweep()).causes())
          .with("mixed_programs", map(map(WHOLE)), status -> ProgramVersions.mixed(status.sweep()))
          .with("duplicates", WHOLE, status -> status.sweep().duplicates())
          .with("resting", list(REST), status -> status.resting().toList())
          .with("best", orNull(TRIAL), SweepStatus::best)
          .includingIf(
              FrontTable.SHAPE,
              status ->
                  FrontTable.suits(status.sweep())
                      ? Optional.of(FrontTable.of(status.sweep()))
                      : Optional.empty())
          .with(
              "tables_published",
              orNull(TEXT),
              status -> status.tables().map(SweepStatus::published))
          .with(
              "tables_events_behind", orNull(WHOLE), status -> status.tables().map(status::behind))
          .with(
              "running_trials",
              list(TRIAL),
              status ->
                  status.named(
                      status.driven() ? status.sweep().trials(TrialState.RUNNING) : List.of()))
          .with(
              "interrupted_trials", list(TRIAL), status -> status.named(status.interruptedTrials()))
          .with(
              "failed_trials",
              list(TRIAL),
              status -> status.named(status.sweep().trials(TrialState.FAILED)));

  /** Reads the state of the sweep in a directory. */
  static SweepStatus of(String directory) throws IOException {
    return of(directory, () -> Sweeps.read(directory));
  }

  /** Reads the state of the sweep in a directory; {@code look} returns the sweep's view. */
  static SweepStatus of(String directory, IOSupplier<SweepView> look) throws IOException {
    boolean driven = Sweeps.driven(directory);
    SweepView sweep = look.get();
    driven = driven || Sweeps.driven(directory); // one may have begun meanwhile
    return new SweepStatus(
        directory, sweep, driven, Sweeps.tables(directory), DriverTime.now(directory, sweep));
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

  /** The time in which drivers ran the sweep, until now or until its last event. */
  Duration elapsed() {
    boolean ended = over() || sweep.completed().isPresent();
    return ended ? sweep.ran().total() : sweep.ran().until(now);
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
  JsonObject object() {
    return SHAPE.object(this);
  }

  private static Optional<Double> objective(TrialStatus trial) {
    OptionalDouble objective = trial.objective();
    return objective.isPresent() ? Optional.of(objective.getAsDouble()) : Optional.empty();
  }

  private static String published(Manifest manifest) {
    return String.valueOf(manifest.published());
  }

  /** The best trial so far; empty if none has ended. */
  Optional<NamedTrial> best() {
    return sweep.best().map(this::named);
  }

  private NamedTrial named(TrialStatus status) {
    return new NamedTrial(status, CellNames.of(sweep));
  }

  private List<NamedTrial> named(List<TrialStatus> trials) {
    CellNames names = CellNames.of(sweep);
    return trials.stream().map(status -> new NamedTrial(status, names)).toList();
  }

  /** Executors and hosts in cool-down now: too many attempts in a row failed on them. */
  Stream<Event.Rested> resting() {
    return sweep.resting().stream().filter(rest -> driven && rest.until().isAfter(now));
  }

  /** The metrics without those of the sealed split, which only claims read. */
  static Map<String, Double> open(Map<String, Double> metrics) {
    Map<String, Double> open = new TreeMap<>(metrics);
    open.keySet().removeIf(Metric::isSealed);
    return open;
  }

  /** The number of events that tables lack. */
  long behind(Manifest manifest) {
    return Math.max(0, sweep.events() - manifest.events());
  }
}
