package org.attune.jobs.export;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.jobs.console.CutText;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.MetricPoint;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;

/**
 * A trial as a run of MLflow's. Names and lengths are those that each version of MLflow takes
 * (mlflow/utils/validation.py and the columns of mlflow/store/tracking/dbmodels/models.py).
 *
 * @param name the cell, and the replicate if cells have several seeds
 * @param start epoch milliseconds
 * @param end epoch milliseconds; empty while the trial runs
 */
record MlflowRun(
    String trialId,
    String name,
    Status status,
    long start,
    Optional<Long> end,
    Map<String, String> params,
    Map<String, List<Point>> metrics,
    Map<String, String> tags) {

  /** The tag that has a trial's id. */
  static final String TRIAL = "attune.trial";

  private static final int MOST_NAME = 250;
  private static final int MOST_PARAM = 6000;
  private static final int MOST_TAG = 5000;
  private static final String CUT = "...";

  /** Digits that tell apart names that MLflow would write alike. */
  private static final int DISTINCT_DIGITS = 8;

  /** A measurement, at a time in epoch milliseconds. */
  record Point(long time, double value, long step) {}

  /** A run's states, with their numbers in files. */
  enum Status {
    RUNNING(1),
    FINISHED(3),
    FAILED(4),
    KILLED(5);

    private final int code;

    Status(int code) {
      this.code = code;
    }

    int code() {
      return code;
    }

    private static Status of(TrialState state) {
      return switch (state) {
        case PENDING, RUNNING -> RUNNING;
        case FINISHED -> FINISHED;
        case FAILED -> FAILED;
        case STOPPED, ABANDONED -> KILLED;
      };
    }
  }

  /** A run for each trial of the sweep that has started. */
  static Stream<MlflowRun> of(SweepView sweep) {
    Map<String, List<MetricPoint>> curves = curves(sweep);
    CellNames names = CellNames.of(sweep);
    return sweep.trials().stream()
        .filter(trial -> trial.attempt().isPresent())
        .map(trial -> of(sweep, names, trial, curves.getOrDefault(trial.trial().id(), List.of())));
  }

  private static MlflowRun of(
      SweepView sweep, CellNames names, TrialStatus trial, List<MetricPoint> curve) {
    Attempt attempt = trial.attempt().orElseThrow();
    Map<String, String> params = new TreeMap<>(trial.trial().configuration().values());
    params.put("replicate", String.valueOf(trial.trial().replicate()));
    params.put("seed", String.valueOf(trial.trial().seed()));
    params.replaceAll((key, value) -> CutText.of(line(value), MOST_PARAM, CUT));
    String cell = names.of(trial.trial().configuration());
    String replicate = names.of(trial.trial()).substring(cell.length());
    String name = CutText.of(line(cell), MOST_NAME - replicate.length(), CUT) + replicate;
    return new MlflowRun(
        trial.trial().id(),
        name,
        Status.of(trial.state()),
        attempt.startedAt().toEpochMilli(),
        attempt.endedAt().map(Instant::toEpochMilli),
        named(params),
        named(metrics(sweep, attempt, curve)),
        named(tags(sweep, names, trial, name)));
  }

  /** The metrics of each trial's decisive attempt, in order of arrival. */
  private static Map<String, List<MetricPoint>> curves(SweepView sweep) {
    Map<String, Integer> attempts = new HashMap<>();
    sweep
        .trials()
        .forEach(
            trial -> trial.attempt().ifPresent(a -> attempts.put(trial.trial().id(), a.number())));
    Map<String, List<MetricPoint>> curves = new HashMap<>();
    for (MetricPoint metric : sweep.metrics()) {
      if (attempts.getOrDefault(metric.trialId(), 0) == metric.attempt()) {
        curves.computeIfAbsent(metric.trialId(), id -> new ArrayList<>()).add(metric);
      }
    }
    return curves;
  }

  /** A final metric that no step reported gets the last step. */
  private static Map<String, List<Point>> metrics(
      SweepView sweep, Attempt attempt, List<MetricPoint> curve) {
    Map<String, List<Point>> metrics = new TreeMap<>();
    Map<String, Double> last = new HashMap<>();
    for (MetricPoint metric : curve) {
      add(metrics, metric.name(), metric.time(), metric.value(), metric.step());
      last.put(metric.name(), metric.value());
    }
    Instant end = attempt.endedAt().orElse(attempt.startedAt());
    attempt
        .metrics()
        .forEach(
            (name, value) -> {
              if (!sweep.hides(name) && !value.equals(last.get(name))) {
                add(metrics, name, end, value, attempt.lastStep());
              }
            });
    return metrics;
  }

  private static void add(
      Map<String, List<Point>> metrics, String name, Instant time, double value, long step) {
    metrics
        .computeIfAbsent(name, n -> new ArrayList<>())
        .add(new Point(time.toEpochMilli(), value, step));
  }

  private static Map<String, String> tags(
      SweepView sweep, CellNames names, TrialStatus trial, String name) {
    Attempt attempt = trial.attempt().orElseThrow();
    Configuration cell = trial.trial().configuration();
    Map<String, String> tags = new TreeMap<>();
    attempt.provenance().forEach((key, value) -> tags.put("attune." + key, value));
    attempt.cause().ifPresent(cause -> tags.put("attune.cause", cause.label()));
    if (!attempt.message().isEmpty()) {
      tags.put("attune.message", attempt.message());
    }
    tags.put("attune.sweep", sweep.header().name());
    tags.put("attune.sweep_id", sweep.header().sweepId());
    tags.put("attune.cell", names.of(cell));
    tags.put("attune.config_hash", cell.hash());
    tags.put(TRIAL, trial.trial().id());
    tags.put("attune.attempt", String.valueOf(attempt.number()));
    tags.put("attune.state", trial.state().label());
    tags.put("attune.host", attempt.host());
    tags.put("attune.device", attempt.device());
    tags.put("mlflow.runName", name);
    tags.put("mlflow.user", System.getProperty("user.name", ""));
    tags.put("mlflow.source.name", "attune");
    tags.put("mlflow.source.type", "LOCAL");
    tags.replaceAll((key, value) -> CutText.of(line(value), MOST_TAG, CUT));
    return tags;
  }

  /** The same values under names that MLflow takes; names that would become one stay apart. */
  private static <T> Map<String, T> named(Map<String, T> values) {
    Map<String, Long> users =
        values.keySet().stream()
            .collect(Collectors.groupingBy(MlflowRun::allowed, Collectors.counting()));
    Map<String, T> named = new TreeMap<>();
    values.forEach(
        (key, value) -> {
          String name = allowed(key);
          boolean apart = users.get(name) > 1 && !name.equals(key);
          named.put(apart ? name + "_" + digits(key) : name, value);
        });
    return named;
  }

  /**
   * Replaces characters that MLflow does not allow; it allows letters, digits, {@code _ - .} and
   * space. A slash would create a folder, and a name of only dots would leave it; both are
   * replaced. Shortens a name that is too long to its beginning and a hash of the whole.
   */
  static String allowed(String name) {
    String allowed = name.replaceAll("[^\\p{L}\\p{N}_.\\- ]", "_").strip();
    if (allowed.matches("\\.*")) {
      return "_" + allowed.replace('.', '_');
    }
    int most = MOST_NAME - 2 * DISTINCT_DIGITS - 2; // digits may follow twice
    return allowed.length() <= most ? allowed : allowed.substring(0, most) + "_" + digits(name);
  }

  private static String digits(String name) {
    return Configuration.sha256(name).substring(0, DISTINCT_DIGITS);
  }

  /** A value on one line: in MLflow's files a second line is another value. */
  private static String line(String value) {
    return value.replaceAll("[\\p{Cntrl}\\u0085\\u2028\\u2029]+", " ");
  }
}
