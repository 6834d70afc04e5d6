package org.attune.jobs.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective.Goal;
import org.attune.sweeps.analysis.Factor;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.analysis.Run;
import org.attune.sweeps.event.NamedCell;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.Counts;
import org.attune.sweeps.state.SweepPhase;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;

/**
 * All data that the page shows of a sweep, as maps and lists for JSON. A value that is not a finite
 * number is null.
 *
 * @param sweep the sweep's state
 * @param driven whether a driver is alive
 * @param of the metric by which the sweep is analyzed, with its observations
 * @param analysis the output of {@code attune analyze --json}
 * @param claims the output of {@code attune reproduce --json}; empty for a sweep without claims
 */
public record ReportData(
    SweepView sweep,
    boolean driven,
    Observations of,
    Map<String, Object> analysis,
    Optional<Map<String, Object>> claims) {

  private static final int MOST_MESSAGE = 2000;

  /** The page draws a number with more values than this on a scale, not value by value. */
  private static final int MOST_LEVELS = 12;

  /** All data as one object. */
  public Map<String, Object> json() {
    List<Configuration> ranked = ranked();
    Map<Configuration, Integer> numbers = new HashMap<>();
    ranked.forEach(cell -> numbers.put(cell, numbers.size()));
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("generated", Instant.now().toString());
    json.put("sweep", overview());
    json.put("metric", of.metric());
    json.put("goal", of.goal().map(Goal::label).orElse(null));
    List<String> keys = varied();
    json.put(
        "objectives",
        sweep.header().objectives().stream()
            .map(
                objective -> Map.of("metric", objective.metric(), "goal", objective.goal().label()))
            .toList());
    json.put("axes", keys.stream().map(this::axis).toList());
    json.put("fixed", fixed(keys));
    json.put("cells", ranked.stream().map(cell -> values(cell, keys)).toList());
    json.put("names", ranked.stream().map(of.names()::of).toList());
    json.put("metrics", sweep.openMetrics());
    json.put("trials", trials(numbers));
    json.put("provenance", provenances());
    json.put("attempts", attempts());
    json.put("curves", new Curves(sweep, ranked).json(of.metric(), ranked));
    json.put("analysis", analysis);
    json.put("claims", claims.orElse(null));
    return json;
  }

  private Map<String, Object> overview() {
    Counts counts = sweep.counts();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", sweep.header().name());
    json.put("id", sweep.header().sweepId());
    json.put("state", SweepPhase.of(sweep, driven).label());
    json.put("reason", sweep.reason().orElse(null));
    json.put("started", sweep.startedAt().toString());
    json.put(
        "ended",
        sweep
            .completed()
            .map(end -> end.time().toString())
            .or(() -> sweep.suspended().map(end -> end.time().toString()))
            .orElse(null));
    json.put("total", sweep.total());
    json.put("finished", counts.finished());
    json.put("stopped", counts.stopped());
    int running = driven ? counts.running() : 0;
    json.put("running", running);
    json.put("pending", sweep.waiting() + counts.running() - running);
    json.put("failed", counts.failed());
    json.put("abandoned", counts.abandoned());
    json.put("seed", sweep.header().seed());
    json.put("threads_per_trial", sweep.header().threadsPerTrial());
    json.put("provenance", sweep.header().provenance());
    json.put("spec", sweep.header().specText());
    return json;
  }

  /** All cells: those with finished trials by their mean, the best first; then the others. */
  private List<Configuration> ranked() {
    Map<Configuration, double[]> sums = new LinkedHashMap<>();
    sweep.trials().forEach(t -> sums.putIfAbsent(t.trial().configuration(), new double[2]));
    for (Run run : of.runs()) {
      sums.get(run.cell())[0] += run.value();
      sums.get(run.cell())[1]++;
    }
    double sign = of.goal().orElse(Goal.MINIMIZE) == Goal.MINIMIZE ? 1 : -1;
    return sums.entrySet().stream()
        .sorted(
            Comparator.<Map.Entry<Configuration, double[]>, Boolean>comparing(
                    cell -> cell.getValue()[1] == 0)
                .thenComparingDouble(
                    cell ->
                        cell.getValue()[1] == 0
                            ? 0
                            : sign * cell.getValue()[0] / cell.getValue()[1]))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Keys that differ between any cells, those with the strongest effects first. */
  private List<String> varied() {
    Map<String, Set<String>> values = new TreeMap<>();
    Map<String, Integer> count = new HashMap<>();
    Set<Configuration> cells = new HashSet<>();
    for (TrialStatus status : sweep.trials()) {
      if (cells.add(status.trial().configuration())) {
        status
            .trial()
            .configuration()
            .values()
            .forEach(
                (key, value) -> {
                  values.computeIfAbsent(key, k -> new HashSet<>()).add(value);
                  count.merge(key, 1, Integer::sum);
                });
      }
    }
    values.entrySet().removeIf(e -> e.getValue().size() < 2);
    List<String> order = new ArrayList<>();
    if (analysis.get("effects") instanceof List<?> effects) {
      for (Object effect : effects) {
        order.add(String.valueOf(((List<?>) ((Map<?, ?>) effect).get("axes")).get(0)));
      }
    }
    List<String> keys = new ArrayList<>(values.keySet());
    if (of.names().named()) {
      keys.removeIf(key -> !of.names().tuned().contains(key));
      keys.add(0, Factor.CELL);
    }
    keys.sort(
        Comparator.comparingInt(
            key -> order.contains(key) ? order.indexOf(key) : Integer.MAX_VALUE));
    return keys;
  }

  private Map<String, Object> axis(String key) {
    if (isName(key)) {
      return Map.of(
          "key",
          key,
          "numeric",
          false,
          "log",
          false,
          "levels",
          of.names().cells().stream().map(NamedCell::name).toList());
    }
    List<Run> all = new ArrayList<>();
    sweep.trials().forEach(t -> all.add(new Run(t.trial().id(), t.trial().configuration(), 0, 0)));
    Factor factor = Factor.of(key, all).drawn(of.names().axes().intervals());
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("key", key);
    json.put("numeric", factor.numeric());
    json.put("log", factor.logarithmic());
    json.put(
        "levels",
        factor.numeric() && factor.present().size() > MOST_LEVELS ? List.of() : factor.present());
    return json;
  }

  private Map<String, String> fixed(List<String> varied) {
    Map<String, String> fixed = new TreeMap<>();
    sweep
        .trials()
        .forEach(
            t ->
                t.trial()
                    .configuration()
                    .values()
                    .forEach(
                        (key, value) -> {
                          if (!varied.contains(key)) {
                            fixed.put(key, value);
                          }
                        }));
    return fixed;
  }

  private boolean isName(String key) {
    return key.equals(Factor.CELL) && of.names().named();
  }

  private List<String> values(Configuration cell, List<String> keys) {
    return keys.stream()
        .map(key -> isName(key) ? of.names().cell(cell) : cell.axes().get(key))
        .toList();
  }

  private List<Map<String, Object>> trials(Map<Configuration, Integer> cells) {
    Map<Map<String, String>, Integer> provenance = provenance();
    List<Map<String, Object>> trials = new ArrayList<>();
    for (TrialStatus status : sweep.trials()) {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("id", status.trial().id());
      json.put("cell", cells.get(status.trial().configuration()));
      json.put("replicate", status.trial().replicate());
      json.put("seed", status.trial().seed());
      json.put("state", status.state().label());
      Attempt attempt = status.attempt().orElse(null);
      if (attempt != null) {
        json.put("host", attempt.host());
        json.put("device", attempt.device());
        json.put("steps", attempt.lastStep());
        json.put("wall", attempt.wallTime().map(wall -> wall.toMillis() / 1000.0).orElse(null));
        json.put(
            "values",
            sweep.openMetrics().stream().map(name -> finite(attempt.metrics().get(name))).toList());
        attempt.cause().ifPresent(cause -> json.put("cause", cause.label()));
        if (!attempt.message().isEmpty()) {
          json.put("message", cut(attempt.message()));
        }
        json.put("provenance", provenance.get(attempt.provenance()));
      }
      trials.add(json);
    }
    return trials;
  }

  /**
   * Numbers the distinct provenances. Few trials differ in provenance, so the page holds each once.
   */
  private Map<Map<String, String>, Integer> provenance() {
    Map<Map<String, String>, Integer> numbers = new LinkedHashMap<>();
    for (TrialStatus status : sweep.trials()) {
      status
          .attempt()
          .ifPresent(attempt -> numbers.putIfAbsent(attempt.provenance(), numbers.size()));
    }
    return numbers;
  }

  private List<Map<String, String>> provenances() {
    return provenance().keySet().stream().<Map<String, String>>map(TreeMap::new).toList();
  }

  /** The attempts for the timeline: trial, attempt, slot, start and end in milliseconds, state. */
  private List<Object[]> attempts() {
    List<Object[]> attempts = new ArrayList<>();
    for (TrialStatus status : sweep.trials()) {
      for (Attempt attempt : status.attempts()) {
        attempts.add(
            new Object[] {
              status.trial().id(),
              attempt.number(),
              attempt.host() + " " + attempt.slot(),
              attempt.startedAt().toEpochMilli(),
              attempt.endedAt().map(Instant::toEpochMilli).orElse(null),
              attempt.state().label()
            });
      }
    }
    return attempts;
  }

  private static String cut(String message) {
    return message.length() <= MOST_MESSAGE ? message : message.substring(0, MOST_MESSAGE) + " …";
  }

  private static Double finite(Double value) {
    return value == null || !Double.isFinite(value) ? null : (Double) Curves.digits(value);
  }
}
