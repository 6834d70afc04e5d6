package org.attune.sweeps.table;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToIntFunction;
import org.attune.api.catalog.ParameterTree;
import org.attune.api.trial.Gpus;
import org.attune.sweeps.event.AdoptedFrom;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.Counts;
import org.attune.sweeps.state.SweepPhase;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialAttempt;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;

/**
 * A sweep's rows in the tables of {@link Schemas}, as a function of a view.
 *
 * <p>The caller gives the number of settled rows that it has, and gets the later ones. All tables
 * of one view show the same moment. Replaying the same journal settles the same rows in the same
 * order.
 */
public final class Tables {

  private Tables() {}

  /**
   * All tables of a view.
   *
   * @param tree of the sweep's catalog, for the columns of parameters
   * @param settledBefore number of settled rows of a table, by its name, that the caller already
   *     has
   */
  public static List<TableRows> all(
      SweepView sweep, ParameterTree tree, ToIntFunction<String> settledBefore) {
    return all(sweep, CellNames.of(sweep), tree, settledBefore);
  }

  /**
   * All tables of a view whose cells have been named.
   *
   * @param names of this view's cells: to make them takes a look at every trial
   */
  public static List<TableRows> all(
      SweepView sweep, CellNames names, ParameterTree tree, ToIntFunction<String> settledBefore) {
    return List.of(
        sweeps(sweep),
        trials(sweep, names, settledBefore.applyAsInt(Schemas.TRIALS.name())),
        attempts(sweep, settledBefore.applyAsInt(Schemas.ATTEMPTS.name())),
        metrics(sweep, settledBefore.applyAsInt(Schemas.METRICS.name())),
        artifacts(sweep, settledBefore.applyAsInt(Schemas.ARTIFACTS.name())),
        Results.results(sweep, names, tree, settledBefore.applyAsInt(Results.TABLE)));
  }

  /** The sweep's single row, always live. */
  public static TableRows sweeps(SweepView sweep) {
    RowBuilder row = new RowBuilder(Schemas.SWEEPS, sweep.header());
    Counts counts = sweep.counts();
    Optional<TrialStatus> best = sweep.best().filter(trial -> trial.state() == TrialState.FINISHED);
    row.set("state", state(sweep))
        .set("reason", sweep.reason())
        .set("spec", sweep.header().specText())
        .set("spec_hash", sweep.header().specHash())
        .set("seed", sweep.header().seed())
        .set("objective_metric", sweep.header().objective().metric())
        .set("objective_goal", sweep.header().objective().goal().label())
        .set("threads_per_trial", (long) sweep.header().threadsPerTrial())
        .set("epoch", (long) sweep.epoch())
        .set("started_at", sweep.startedAt())
        .set(
            "ended_at",
            sweep
                .completed()
                .map(Event.Completed::time)
                .or(() -> sweep.suspended().map(Event.Suspended::time)))
        .set("total", sweep.total())
        .set("finished", (long) counts.finished())
        .set("running", (long) counts.running())
        .set("failed", (long) counts.failed())
        .set("stopped", (long) counts.stopped())
        .set("pending", sweep.waiting())
        .set("abandoned", (long) counts.abandoned())
        .set("best_trial_id", best.map(trial -> trial.trial().id()))
        .set("best_objective", best.map(TrialStatus::objective).orElse(OptionalDouble.empty()));
    machine(row, sweep.header().provenance());
    return new TableRows(Schemas.SWEEPS, List.of(), List.<Object[]>of(row.build()));
  }

  /**
   * The state as its driver writes it. A driver that ends its run records that; a driver that dies
   * records nothing.
   */
  private static String state(SweepView sweep) {
    return switch (SweepPhase.of(sweep, sweep.suspended().isEmpty())) {
      case RUNNING -> "running";
      case COMPLETED -> "finished";
      case OUT_OF_BUDGET, INTERRUPTED -> "stopped";
    };
  }

  /**
   * The rows of {@code trials}. Failed and abandoned trials are live, because they may be retried.
   */
  public static TableRows trials(SweepView sweep, int settledBefore) {
    return trials(sweep, CellNames.of(sweep), settledBefore);
  }

  private static TableRows trials(SweepView sweep, CellNames names, int settledBefore) {
    RowBuilder row = new RowBuilder(Schemas.TRIALS, sweep.header());
    return TableRows.of(
        Schemas.TRIALS,
        sweep.settledTrials(),
        settledBefore,
        sweep.unsettledTrials(),
        status -> {
          Map<String, String> holes = status.trial().configuration().holes();
          Optional<AdoptedFrom> adopted = status.adopted();
          return row.trial(names, status)
              .set("index", (long) status.trial().index())
              .set("attempts", (long) status.attempts().size())
              .set("params", Map.copyOf(status.trial().configuration().values()))
              .set("holes", holes.isEmpty() ? null : Map.copyOf(holes))
              .set(AdoptedFrom.DIRECTORY, adopted.map(AdoptedFrom::directory))
              .set(AdoptedFrom.SWEEP, adopted.map(AdoptedFrom::sweepId))
              .build();
        });
  }

  /** The rows of {@code attempts}; ended attempts are settled. */
  public static TableRows attempts(SweepView sweep, int settledBefore) {
    RowBuilder row = new RowBuilder(Schemas.ATTEMPTS, sweep.header());
    return TableRows.of(
        Schemas.ATTEMPTS,
        sweep.settledAttempts(),
        settledBefore,
        sweep.runningAttempts(),
        attempt -> attempt(row, attempt));
  }

  private static Object[] attempt(RowBuilder row, TrialAttempt trialAttempt) {
    Attempt attempt = trialAttempt.attempt();
    Map<String, String> provenance = attempt.provenance();
    row.set("trial_id", trialAttempt.trial().id())
        .set("attempt", (long) attempt.number())
        .set("epoch", (long) attempt.epoch())
        .set("state", attempt.state().label())
        .set("cause", attempt.cause().map(cause -> cause.label()))
        .set("message", attempt.message().isEmpty() ? null : attempt.message())
        .set("slot", attempt.slot())
        .set("host", attempt.host())
        .set("device", attempt.device())
        .set("started_at", attempt.startedAt())
        .set("ended_at", attempt.endedAt())
        .setSeconds("wall_seconds", attempt.wallTime())
        .set("compute_seconds", Provenance.computeSeconds(provenance))
        .set("last_step", attempt.lastStep())
        .set("config_hash", trialAttempt.trial().configuration().hash())
        .set("gpu", attempt.device().startsWith(Gpus.PREFIX) ? attempt.device() : null)
        .set("data_hash", provenance.get(Provenance.DATA_HASH))
        .set("program", provenance.get(Provenance.PROGRAM))
        .set("program_hash", provenance.get(Provenance.PROGRAM_HASH))
        .set("program_version", provenance.get(Provenance.PROGRAM_VERSION));
    machine(row, provenance);
    return row.build();
  }

  private static void machine(RowBuilder row, Map<String, String> provenance) {
    row.set("code_version", provenance.get(Provenance.CODE_VERSION))
        .set("jvm", provenance.get(Provenance.JVM))
        .set("os", provenance.get(Provenance.OS))
        .set("cpu", provenance.get(Provenance.CPU))
        .set("libraries", Provenance.libraries(provenance));
  }

  /** The rows of {@code metrics}, all settled. */
  public static TableRows metrics(SweepView sweep, int settledBefore) {
    RowBuilder row = new RowBuilder(Schemas.METRICS, sweep.header());
    return TableRows.of(
        Schemas.METRICS,
        sweep.metrics(),
        settledBefore,
        List.of(),
        metric ->
            row.set("trial_id", metric.trialId())
                .set("attempt", (long) metric.attempt())
                .set("step", metric.step())
                .set("name", metric.name())
                .set("value", metric.value())
                .set("time", metric.time())
                .set("report", (long) metric.report())
                .build());
  }

  /** The rows of {@code artifacts}, all settled. */
  public static TableRows artifacts(SweepView sweep, int settledBefore) {
    RowBuilder row = new RowBuilder(Schemas.ARTIFACTS, sweep.header());
    return TableRows.of(
        Schemas.ARTIFACTS,
        sweep.artifacts(),
        settledBefore,
        List.of(),
        artifact ->
            row.set("trial_id", artifact.trialId())
                .set("attempt", (long) artifact.attempt())
                .set("step", artifact.step())
                .set("kind", artifact.kind())
                .set("path", artifact.path())
                .set("bytes", artifact.bytes())
                .set("time", artifact.time())
                .build());
  }
}
