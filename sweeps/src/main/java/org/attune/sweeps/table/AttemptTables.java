package org.attune.sweeps.table;

import static org.attune.sweeps.table.Column.Type.DOUBLE;
import static org.attune.sweeps.table.Column.Type.LONG;
import static org.attune.sweeps.table.Column.Type.STRING;
import static org.attune.sweeps.table.Column.Type.STRING_MAP;
import static org.attune.sweeps.table.Column.Type.TIMESTAMP;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.attune.api.trial.Cause;
import org.attune.api.trial.Gpus;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.state.Artifact;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.MetricPoint;
import org.attune.sweeps.state.TrialAttempt;

/**
 * The columns of {@code attempts}, and of what attempts leave: {@code metrics}, {@code artifacts}.
 */
final class AttemptTables {

  private static final double NANOS_PER_SECOND = 1e9;

  /** What the columns of a row are computed from. */
  record Row<V>(SweepHeader sweep, V item) {}

  static final Table<Row<TrialAttempt>> ATTEMPTS =
      AttemptTables.<TrialAttempt>of(
              "attempts",
              "one row for each time a slot took a trial",
              attempt -> attempt.trial().id(),
              attempt -> attempt.attempt().number())
          .with("epoch", LONG, row -> row.item().attempt().epoch())
          .says("which of the sweep's drivers began it, from 1")
          .with("state", STRING, row -> row.item().attempt().state().label())
          .says("running, finished, stopped, failed or abandoned")
          .maybe("cause", STRING, row -> row.item().attempt().cause().map(Cause::label))
          .says(
              "of a failure: infrastructure, transient, timeout, out-of-memory, program-error, trial-fault, divergence")
          .maybe("message", STRING, row -> message(row.item().attempt()))
          .says("the failure's message")
          .with("slot", STRING, row -> row.item().attempt().slot())
          .says("the slot that ran it")
          .with("host", STRING, row -> row.item().attempt().host())
          .says("the machine that ran it")
          .with("device", STRING, row -> row.item().attempt().device())
          .says("the processor or GPU that trained it")
          .with("started_at", TIMESTAMP, row -> row.item().attempt().startedAt())
          .says("when it began")
          .maybe("ended_at", TIMESTAMP, row -> row.item().attempt().endedAt())
          .says("when it ended")
          .maybe("wall_seconds", DOUBLE, row -> wallSeconds(row.item().attempt()))
          .says(
              "s",
              "from its beginning to its end; an abandoned attempt ends when the next driver finds it")
          .maybe("compute_seconds", DOUBLE, row -> computeSeconds(row.item().attempt()))
          .says("s", "seconds of these in which it computed")
          .with("last_step", LONG, row -> row.item().attempt().lastStep())
          .says("steps", "the last training step that it reported")
          .with("config_hash", STRING, row -> row.item().trial().configuration().hash())
          .says("SHA-256 of the trial's configuration")
          .maybe("code_version", STRING, row -> fact(row, Provenance.CODE_VERSION))
          .says("Attune's git revision, with -dirty where it was changed")
          .maybe("jvm", STRING, row -> fact(row, Provenance.JVM))
          .says("the executor's Java virtual machine")
          .maybe("os", STRING, row -> fact(row, Provenance.OS))
          .says("the executor's operating system")
          .maybe("cpu", STRING, row -> fact(row, Provenance.CPU))
          .says("the executor's processor")
          .maybe("gpu", STRING, row -> gpu(row.item().attempt()))
          .says("the graphics processor, where the device is one")
          .maybe("data_hash", STRING, row -> fact(row, Provenance.DATA_HASH))
          .says("SHA-256 of the examples that it was trained on, read or made")
          .maybe("program", STRING, row -> fact(row, Provenance.PROGRAM))
          .says("the script or program that a command ran; null for trainings of Attune")
          .maybe("program_hash", STRING, row -> fact(row, Provenance.PROGRAM_HASH))
          .says("SHA-256 of that file when the attempt began")
          .maybe("program_version", STRING, row -> fact(row, Provenance.PROGRAM_VERSION))
          .says("git revision of the file's repository, with -dirty for uncommitted changes")
          .with("libraries", STRING_MAP, row -> Provenance.libraries(provenance(row)))
          .says("versions of the libraries that shape numbers");

  static final Table<Row<MetricPoint>> METRICS =
      AttemptTables.<MetricPoint>of(
              "metrics",
              "one row for each measured number, at each step that reports",
              MetricPoint::trialId,
              MetricPoint::attempt)
          .with("step", LONG, row -> row.item().step())
          .says("steps", "the training step at which it was measured")
          .with("name", STRING, row -> row.item().name())
          .says("the metric, as the task spells it")
          .with("value", DOUBLE, row -> row.item().value())
          .says("the number, in the metric's unit (attune list tasks)")
          .with("time", TIMESTAMP, row -> row.item().time())
          .says("when it was measured")
          .maybe("report", LONG, row -> Optional.of(row.item().report()))
          .says(
              "the attempt's report that it came with, from 1: the later of two with the same step has the higher number");

  static final Table<Row<Artifact>> ARTIFACTS =
      AttemptTables.<Artifact>of(
              "artifacts",
              "one row for each file that an attempt wrote",
              Artifact::trialId,
              Artifact::attempt)
          .with("step", LONG, row -> row.item().step())
          .says("steps", "the training step that it shows")
          .with("kind", STRING, row -> row.item().kind())
          .says("what it is, such as a checkpoint")
          .with("path", STRING, row -> row.item().path())
          .says("where it is")
          .with("bytes", LONG, row -> row.item().bytes())
          .says("bytes", "its length")
          .with("time", TIMESTAMP, row -> row.item().time())
          .says("when it was written");

  private AttemptTables() {}

  /** A table with the columns that identify an attempt. */
  private static <V> Table<Row<V>> of(
      String name, String describes, Function<V, String> trial, Function<V, Integer> attempt) {
    return Table.<Row<V>>of(name, describes)
        .with("sweep_id", STRING, row -> row.sweep().sweepId())
        .says("the sweep")
        .with("trial_id", STRING, row -> trial.apply(row.item()))
        .says("the trial")
        .with("attempt", LONG, row -> attempt.apply(row.item()))
        .says("which try at the trial, from 1");
  }

  static Optional<Double> wallSeconds(Attempt attempt) {
    return attempt.wallTime().map(time -> time.toNanos() / NANOS_PER_SECOND);
  }

  static Optional<Double> computeSeconds(Attempt attempt) {
    return Provenance.computeSeconds(attempt.provenance());
  }

  private static Optional<String> message(Attempt attempt) {
    return Optional.of(attempt.message()).filter(message -> !message.isEmpty());
  }

  private static Optional<String> gpu(Attempt attempt) {
    return Optional.of(attempt.device()).filter(device -> device.startsWith(Gpus.PREFIX));
  }

  private static Map<String, String> provenance(Row<TrialAttempt> row) {
    return row.item().attempt().provenance();
  }

  private static Optional<String> fact(Row<TrialAttempt> row, String key) {
    return Optional.ofNullable(provenance(row).get(key));
  }
}
