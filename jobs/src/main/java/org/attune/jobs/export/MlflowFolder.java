package org.attune.jobs.export;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.attune.api.catalog.Configuration;
import org.attune.jobs.console.Json;
import org.attune.jobs.console.WriteFailure;
import org.attune.sweeps.state.SweepView;

/**
 * Writes a sweep as an experiment of MLflow's file store, which MLflow reads up to 3.12. Each run
 * is a folder with {@code meta.yaml} and a file for each parameter, metric and tag
 * (mlflow/store/tracking/file_store.py). Ids derive from those of the sweep and the trial, so a
 * second export replaces the first.
 */
final class MlflowFolder {

  private static final int EXPERIMENT_DIGITS = 18;
  private static final int RUN_DIGITS = 32;

  /** MLflow's code for the source type LOCAL. */
  private static final int LOCAL = 4;

  private final SweepView sweep;
  private final Path experiment;
  private final String experimentId;

  private MlflowFolder(SweepView sweep, Path store) {
    this.sweep = sweep;
    this.experimentId = experimentId(sweep.header().sweepId());
    this.experiment = store.resolve(experimentId);
  }

  /**
   * Writes all trials that have started.
   *
   * @param store the folder for {@code mlflow ui --backend-store-uri}; created if missing
   * @return number of runs written
   */
  static int write(SweepView sweep, Path store) throws IOException {
    return new MlflowFolder(sweep, store.toAbsolutePath().normalize()).write();
  }

  private int write() throws IOException {
    Map<String, Object> meta = new LinkedHashMap<>();
    meta.put("artifact_location", experiment.toUri().toString().replaceAll("/$", ""));
    meta.put("creation_time", sweep.startedAt().toEpochMilli());
    meta.put("experiment_id", experimentId);
    meta.put(
        "last_update_time",
        sweep.completed().map(end -> end.time()).orElse(sweep.startedAt()).toEpochMilli());
    meta.put("lifecycle_stage", "active");
    meta.put("name", sweep.header().sweepId());
    file(experiment.resolve("meta.yaml"), yaml(meta));
    List<MlflowRun> runs = MlflowRun.of(sweep).toList();
    for (MlflowRun run : runs) {
      write(run);
    }
    return runs.size();
  }

  private void write(MlflowRun run) throws IOException {
    String runId =
        Configuration.sha256(sweep.header().sweepId() + run.trialId()).substring(0, RUN_DIGITS);
    Path folder = experiment.resolve(runId);
    Map<String, Object> meta = new LinkedHashMap<>();
    meta.put("artifact_uri", folder.resolve("artifacts").toUri().toString().replaceAll("/$", ""));
    meta.put("end_time", run.end().orElse(null));
    meta.put("entry_point_name", "");
    meta.put("experiment_id", experimentId);
    meta.put("lifecycle_stage", "active");
    meta.put("run_id", runId);
    meta.put("run_name", run.name());
    meta.put("run_uuid", runId);
    meta.put("source_name", "attune");
    meta.put("source_type", LOCAL);
    meta.put("source_version", run.tags().getOrDefault("attune.code_version", ""));
    meta.put("start_time", run.start());
    meta.put("status", run.status().code());
    meta.put("tags", List.of());
    meta.put("user_id", run.tags().get("mlflow.user"));
    file(folder.resolve("meta.yaml"), yaml(meta));
    for (String part : List.of("artifacts", "metrics", "params", "tags")) {
      Files.createDirectories(folder.resolve(part));
    }
    files(folder.resolve("params"), run.params());
    files(folder.resolve("tags"), run.tags());
    Map<String, String> metrics = new LinkedHashMap<>();
    run.metrics().forEach((name, points) -> metrics.put(name, lines(points)));
    files(folder.resolve("metrics"), metrics);
  }

  private static String lines(List<MlflowRun.Point> points) {
    return points.stream()
        .map(point -> point.time() + " " + point.value() + " " + point.step() + "\n")
        .collect(Collectors.joining());
  }

  private static void files(Path folder, Map<String, String> texts) throws IOException {
    for (Map.Entry<String, String> text : texts.entrySet()) {
      file(folder.resolve(text.getKey()), text.getValue());
    }
  }

  private static String experimentId(String sweepId) {
    String digits = new BigInteger(Configuration.sha256(sweepId), 16).toString();
    return "1" + digits.substring(0, EXPERIMENT_DIGITS - 1);
  }

  /** YAML with keys and JSON scalars, which YAML reads unchanged. */
  private static String yaml(Map<String, Object> values) {
    StringBuilder text = new StringBuilder();
    values.forEach((key, value) -> text.append(key + ": " + Json.line(value) + "\n"));
    return text.toString();
  }

  private static void file(Path file, String text) throws IOException {
    WriteFailure.naming(
        file,
        "name another folder with --to",
        () -> {
          Files.createDirectories(file.getParent());
          Files.writeString(file, text);
        });
  }
}
