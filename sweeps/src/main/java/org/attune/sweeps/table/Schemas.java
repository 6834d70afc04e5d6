package org.attune.sweeps.table;

import static org.attune.sweeps.table.Column.Type.DOUBLE;
import static org.attune.sweeps.table.Column.Type.LONG;
import static org.attune.sweeps.table.Column.Type.STRING;
import static org.attune.sweeps.table.Column.Type.STRING_MAP;
import static org.attune.sweeps.table.Column.Type.TIMESTAMP;
import static org.attune.sweeps.table.Column.optional;
import static org.attune.sweeps.table.Column.required;

import java.util.List;

/** The tables whose columns are fixed for all sweeps. */
public final class Schemas {

  /** One row per sweep. */
  public static final TableSchema SWEEPS =
      new TableSchema(
          "sweeps",
          List.of(
              required("sweep_id", STRING),
              required("sweep", STRING),
              required("state", STRING),
              optional("reason", STRING),
              required("spec", STRING),
              required("spec_hash", STRING),
              required("seed", LONG),
              required("objective_metric", STRING),
              required("objective_goal", STRING),
              required("threads_per_trial", LONG),
              required("epoch", LONG),
              required("started_at", TIMESTAMP),
              optional("ended_at", TIMESTAMP),
              required("total", LONG),
              required("finished", LONG),
              required("running", LONG),
              required("failed", LONG),
              required("stopped", LONG),
              required("pending", LONG),
              required("abandoned", LONG),
              optional("best_trial_id", STRING),
              optional("best_objective", DOUBLE),
              optional("code_version", STRING),
              optional("jvm", STRING),
              optional("os", STRING),
              optional("cpu", STRING),
              optional("data_file", STRING),
              optional("data_file_hash", STRING),
              required("libraries", STRING_MAP)));

  /** One row per trial. */
  public static final TableSchema TRIALS =
      new TableSchema(
          "trials",
          List.of(
              required("sweep_id", STRING),
              required("trial_id", STRING),
              optional("cell", STRING),
              required("index", LONG),
              required("config_hash", STRING),
              required("replicate", LONG),
              required("seed", LONG),
              required("state", STRING),
              optional("objective", DOUBLE),
              required("attempts", LONG),
              optional("data_file", STRING),
              optional("data_file_hash", STRING),
              required("params", STRING_MAP),
              optional("holes", STRING_MAP)));

  /** One row per attempt: each time that a slot took a trial. */
  public static final TableSchema ATTEMPTS =
      new TableSchema(
          "attempts",
          List.of(
              required("sweep_id", STRING),
              required("trial_id", STRING),
              required("attempt", LONG),
              required("epoch", LONG),
              required("state", STRING),
              optional("cause", STRING),
              optional("message", STRING),
              required("slot", STRING),
              required("host", STRING),
              required("device", STRING),
              required("started_at", TIMESTAMP),
              optional("ended_at", TIMESTAMP),
              optional("wall_seconds", DOUBLE),
              optional("compute_seconds", DOUBLE),
              required("last_step", LONG),
              required("config_hash", STRING),
              optional("code_version", STRING),
              optional("jvm", STRING),
              optional("os", STRING),
              optional("cpu", STRING),
              optional("gpu", STRING),
              optional("data_hash", STRING),
              optional("program", STRING),
              optional("program_hash", STRING),
              optional("program_version", STRING),
              required("libraries", STRING_MAP)));

  /** One row per measured number. */
  public static final TableSchema METRICS =
      new TableSchema(
          "metrics",
          List.of(
              required("sweep_id", STRING),
              required("trial_id", STRING),
              required("attempt", LONG),
              required("step", LONG),
              required("name", STRING),
              required("value", DOUBLE),
              required("time", TIMESTAMP)));

  /** One row per file that an attempt wrote. */
  public static final TableSchema ARTIFACTS =
      new TableSchema(
          "artifacts",
          List.of(
              required("sweep_id", STRING),
              required("trial_id", STRING),
              required("attempt", LONG),
              required("step", LONG),
              required("kind", STRING),
              required("path", STRING),
              required("bytes", LONG),
              required("time", TIMESTAMP)));

  private Schemas() {}

  /** The columns of every table that every sweep has, {@code results} first. */
  public static List<TableSchema> all() {
    return List.of(Results.FIXED_SCHEMA, TRIALS, ATTEMPTS, METRICS, ARTIFACTS, SWEEPS);
  }
}
