package org.attune.jobs.export;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.attune.api.catalog.Configuration;
import org.attune.jobs.console.Json;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.Metric;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;

/**
 * Writes a sweep as an experiment of MLflow's file store. Each run is a folder with {@code
 * meta.yaml} and a file for each parameter, metric and tag (mlflow/store/tracking/file_store.py).
 * Ids derive from those of the sweep and the trial, so a second export replaces the first.
 */
public final class MlflowRuns {

  private static final int EXPERIMENT_DIGITS = 18;
  private static final int RUN_DIGITS = 32;

  /** Digits that tell apart names that MLflow would write alike. */
  private static final int DISTINCT_DIGITS = 8;

  /** MLflow's code for the source type LOCAL. */
  private static final int LOCAL = 4;

  private final SweepView sweep;
  private final Path experiment;
  private final String experimentId;

  private MlflowRuns(SweepView sweep, Path store) {
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
  public static int write(SweepView sweep, Path store) throws IOException {
    return new MlflowRuns(sweep, store.toAbsolutePath().normalize()).write();
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
    Map<String, List<Metric>> curves = curves();
    int runs = 0;
    for (TrialStatus trial : sweep.trials()) {
      if (trial.attempt().isPresent()) {
        run(trial, trial.attempt().get(), curves.getOrDefault(trial.trial().id(), List.of()));
        runs++;
      }
    }
    return runs;
  }

  /** The metrics of each trial's decisive attempt, in order of arrival. */
  private Map<String, List<Metric>> curves() {
    Map<String, Integer> attempts = new HashMap<>();
    sweep
        .trials()
        .forEach(
            trial -> trial.attempt().ifPresent(a -> attempts.put(trial.trial().id(), a.number())));
    Map<String, List<Metric>> curves = new HashMap<>();
    for (Metric metric : sweep.metrics()) {
      if (attempts.getOrDefault(metric.trialId(), 0) == metric.attempt()) {
        curves.computeIfAbsent(metric.trialId(), id -> new ArrayList<>()).add(metric);
      }
    }
    return curves;
  }

  private void run(TrialStatus status, Attempt attempt, List<Metric> curve) throws IOException {
    String trialId = status.trial().id();
    String runId =
        Configuration.sha256(sweep.header().sweepId() + trialId).substring(0, RUN_DIGITS);
    Path folder = experiment.resolve(runId);
    Map<String, Object> meta = new LinkedHashMap<>();
    meta.put("artifact_uri", folder.resolve("artifacts").toUri().toString().replaceAll("/$", ""));
    meta.put("end_time", attempt.endedAt().map(Instant::toEpochMilli).orElse(null));
    meta.put("entry_point_name", "");
    meta.put("experiment_id", experimentId);
    meta.put("lifecycle_stage", "active");
    meta.put("run_id", runId);
    meta.put("run_name", trialId);
    meta.put("run_uuid", runId);
    meta.put("source_name", "attune");
    meta.put("source_type", LOCAL);
    meta.put("source_version", attempt.provenance().getOrDefault("code_version", ""));
    meta.put("start_time", attempt.startedAt().toEpochMilli());
    meta.put("status", status(status.state()));
    meta.put("tags", List.of());
    meta.put("user_id", System.getProperty("user.name", ""));
    file(folder.resolve("meta.yaml"), yaml(meta));
    for (String part : List.of("artifacts", "metrics", "params", "tags")) {
      Files.createDirectories(folder.resolve(part));
    }
    Map<String, String> params = new TreeMap<>(status.trial().configuration().values());
    params.put("replicate", String.valueOf(status.trial().replicate()));
    params.put("seed", String.valueOf(status.trial().seed()));
    named(folder.resolve("params"), params);
    named(folder.resolve("metrics"), metrics(attempt, curve));
    named(folder.resolve("tags"), tags(status, attempt));
  }

  /** Lines of {@code time value step}. A final metric that no step reported gets the last step. */
  private Map<String, String> metrics(Attempt attempt, List<Metric> curve) {
    Map<String, StringBuilder> lines = new TreeMap<>();
    Map<String, Double> last = new HashMap<>();
    for (Metric metric : curve) {
      line(lines, metric.name(), metric.time(), metric.value(), metric.step());
      last.put(metric.name(), metric.value());
    }
    Instant end = attempt.endedAt().orElse(attempt.startedAt());
    attempt
        .metrics()
        .forEach(
            (name, value) -> {
              if (!sweep.hides(name) && !value.equals(last.get(name))) {
                line(lines, name, end, value, attempt.lastStep());
              }
            });
    Map<String, String> metrics = new TreeMap<>();
    lines.forEach((name, text) -> metrics.put(name, text.toString()));
    return metrics;
  }

  private static void line(
      Map<String, StringBuilder> lines, String name, Instant time, double value, long step) {
    lines
        .computeIfAbsent(name, n -> new StringBuilder())
        .append(time.toEpochMilli() + " " + value + " " + step + "\n");
  }

  private Map<String, String> tags(TrialStatus status, Attempt attempt) {
    Map<String, String> tags = new TreeMap<>();
    tags.put("mlflow.runName", status.trial().id());
    tags.put("mlflow.user", System.getProperty("user.name", ""));
    tags.put("mlflow.source.name", "attune");
    tags.put("mlflow.source.type", "LOCAL");
    tags.put("attune.sweep", sweep.header().name());
    tags.put("attune.state", status.state().label());
    tags.put("attune.host", attempt.host());
    tags.put("attune.device", attempt.device());
    attempt.cause().ifPresent(cause -> tags.put("attune.cause", cause.label()));
    if (!attempt.message().isEmpty()) {
      tags.put("attune.message", attempt.message());
    }
    attempt.provenance().forEach((name, value) -> tags.put("attune." + name, value));
    return tags;
  }

  /** MLflow's code for a run's state: 1 running, 3 finished, 4 failed, 5 killed. */
  private static int status(TrialState state) {
    return switch (state) {
      case PENDING, RUNNING -> 1;
      case FINISHED -> 3;
      case FAILED -> 4;
      case STOPPED, ABANDONED -> 5;
    };
  }

  /** Writes a file per name; names and values have the form that MLflow reads back. */
  private static void named(Path folder, Map<String, String> values) throws IOException {
    Map<String, Long> users =
        values.keySet().stream()
            .collect(Collectors.groupingBy(MlflowRuns::name, Collectors.counting()));
    for (Map.Entry<String, String> entry : values.entrySet()) {
      String name = name(entry.getKey());
      if (users.get(name) > 1 && !name.equals(entry.getKey())) {
        name += "_" + Configuration.sha256(entry.getKey()).substring(0, DISTINCT_DIGITS);
      }
      boolean lines = folder.endsWith("metrics");
      file(folder.resolve(name), lines ? entry.getValue() : line(entry.getValue()));
    }
  }

  /**
   * Replaces characters that MLflow does not allow; it allows letters, digits, {@code _ - .} and
   * space. A slash would create a folder, and a name of only dots would leave it; both are
   * replaced.
   */
  static String name(String name) {
    String allowed = name.replaceAll("[^\\p{L}\\p{N}_.\\- ]", "_").strip();
    return allowed.matches("\\.*") ? "_" + allowed.replace('.', '_') : allowed;
  }

  /** A value on one line; MLflow reads a second line as another value. */
  private static String line(String value) {
    return value.replaceAll("[\\p{Cntrl}\\u0085\\u2028\\u2029]+", " ");
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
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
