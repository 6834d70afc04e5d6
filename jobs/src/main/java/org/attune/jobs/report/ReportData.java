package org.attune.jobs.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective.Goal;
import org.attune.jobs.console.JsonObject;
import org.attune.sweeps.analysis.Factor;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.analysis.Run;
import org.attune.sweeps.event.NamedCell;
import org.attune.sweeps.identity.SpecText;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.CellSummary;
import org.attune.sweeps.state.Counts;
import org.attune.sweeps.state.SweepPhase;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;
import org.jspecify.annotations.Nullable;

/**
 * All data that the page shows of a sweep, as maps and lists for JSON. A value that is not a finite
 * number is null.
 *
 * @param sweep the sweep's state
 * @param driven whether a driver is alive
 * @param now the time by its clock
 * @param observations the metric by which the sweep is analyzed, with its observations
 * @param analysis the output of {@code attune analyze --json}
 * @param afterSearch how to compare the best cells of a search; empty for none
 * @param claims the output of {@code attune reproduce --json}; empty for a sweep without claims
 * @param directory of the sweep, as the user named it
 * @param chosen ids of the trials whose curves are drawn, a line each; empty for cells' curves
 */
public record ReportData(
    SweepView sweep,
    boolean driven,
    Instant now,
    Observations observations,
    Map<String, Object> analysis,
    Optional<String> afterSearch,
    Optional<Map<String, Object>> claims,
    String directory,
    List<String> chosen) {

  private static final int MOST_MESSAGE = 2000;

  /** The page draws a number with more values than this on a scale, not value by value. */
  static final int MOST_LEVELS = 12;

  /** All data as one object. */
  public Map<String, Object> json() {
    List<Configuration> ranked =
        observations.summaries().stream().map(CellSummary::configuration).toList();
    Map<Configuration, Integer> numbers = new HashMap<>();
    ranked.forEach(cell -> numbers.put(cell, numbers.size()));
    List<String> keys = varied();
    Map<Map<String, String>, Integer> provenance = provenance();
    return new JsonObject()
        .with("generated", Instant.now().toString())
        .with("now", (driven ? now : sweep.ran().last()).toEpochMilli())
        .with("sweep", overview())
        .with("directory", ReportPage.named(directory))
        .with("from", ReportPage.from(List.of(directory)))
        .with("metric", observations.metric())
        .with("goal", observations.goal().map(Goal::label))
        .with("objectives", FrontTable.objectives(sweep.header().objectives()))
        .with("axes", keys.stream().map(this::axis).toList())
        .with("fixed", fixed(keys))
        .with("cells", ranked.stream().map(cell -> values(cell, keys)).toList())
        .with("names", ranked.stream().map(observations.names()::of).toList())
        .with("metrics", sweep.openMetrics())
        .with("goals", goals())
        .with("trials", trials(numbers, provenance))
        .with("provenance", provenance.keySet().stream().map(TreeMap::new).toList())
        .with("attempts", new SlotTimeline(sweep).rows())
        .with(
            "curves",
            chosen.isEmpty()
                ? new LearningCurves(sweep, ranked).json(observations.metric(), ranked)
                : LearningCurves.ofTrials(sweep, chosen, observations.metric(), ranked))
        .with("analysis", analysis)
        .with("after_search", afterSearch)
        .with("claims", claims);
  }

  /** The metrics that have a better direction, with it. */
  private JsonObject goals() {
    JsonObject goals = new JsonObject();
    AnalyzedMetric.goals(sweep).forEach((metric, goal) -> goals.with(metric, goal.label()));
    return goals;
  }

  private JsonObject overview() {
    Counts counts = sweep.counts();
    int running = driven ? counts.running() : 0;
    Optional<Instant> completed = sweep.completed().map(end -> end.time());
    Optional<Instant> suspended = sweep.suspended().map(end -> end.time());
    return new JsonObject()
        .with("name", sweep.header().name())
        .with("id", sweep.header().sweepId())
        .with("state", SweepPhase.of(sweep, driven).label())
        .with("reason", sweep.reason())
        .with("started", sweep.startedAt().toString())
        .with("ended", completed.or(() -> suspended).map(Instant::toString))
        .with(
            "ran_seconds", (driven ? sweep.ran().until(now) : sweep.ran().total()).toMillis() / 1e3)
        .with("total", sweep.total())
        .with("finished", counts.finished())
        .with("stopped", counts.stopped())
        .with("running", running)
        .with("pending", sweep.waiting() + counts.running() - running)
        .with("failed", counts.failed())
        .with("abandoned", counts.abandoned())
        .with("seed", sweep.header().seed())
        .with("threads_per_trial", sweep.header().threadsPerTrial())
        .with("provenance", sweep.header().provenance())
        .with("spec", SpecText.shown(sweep.header().specText()));
  }

  /** Keys that differ between any cells, those with the strongest effects first. */
  private List<String> varied() {
    List<String> order = new ArrayList<>();
    if (analysis.get("effects") instanceof List<?> effects) {
      for (Object effect : effects) {
        order.add(String.valueOf(((List<?>) ((Map<?, ?>) effect).get("axes")).get(0)));
      }
    }
    List<String> keys = new ArrayList<>(CellNames.varied(cells()));
    if (observations.names().named()) {
      keys.removeIf(key -> !observations.names().tuned().contains(key));
      keys.add(0, Factor.CELL);
    }
    keys.sort(
        Comparator.comparingInt(
            key -> order.contains(key) ? order.indexOf(key) : Integer.MAX_VALUE));
    return keys;
  }

  private JsonObject axis(String key) {
    if (isName(key)) {
      return axis(
          key, false, false, observations.names().cells().stream().map(NamedCell::name).toList());
    }
    List<Run> all = cells().stream().map(cell -> new Run("", cell, 0, 0)).toList();
    Factor factor =
        Factor.of(key, all, observations.names().isWord(key))
            .drawn(observations.names().axes().intervals());
    boolean scale = factor.numeric() && factor.present().size() > MOST_LEVELS;
    return axis(key, factor.numeric(), factor.logarithmic(), scale ? List.of() : factor.present());
  }

  private static JsonObject axis(
      String key, boolean numeric, boolean logarithmic, List<String> levels) {
    return new JsonObject()
        .with("key", key)
        .with("numeric", numeric)
        .with("log", logarithmic)
        .with("levels", levels);
  }

  /** All cells, in the order of their first trials. */
  private Set<Configuration> cells() {
    return sweep.trials().stream()
        .map(status -> status.trial().configuration())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** The values that all cells have; named cells may differ in keys that are not axes. */
  private Map<String, String> fixed(List<String> varied) {
    Map<String, String> fixed = new TreeMap<>();
    cells().stream().limit(1).forEach(cell -> fixed.putAll(cell.values()));
    cells().forEach(cell -> fixed.entrySet().retainAll(cell.values().entrySet()));
    fixed.keySet().removeAll(varied);
    return fixed;
  }

  private boolean isName(String key) {
    return key.equals(Factor.CELL) && observations.names().named();
  }

  private List<String> values(Configuration cell, List<String> keys) {
    return keys.stream()
        .map(key -> isName(key) ? observations.names().cell(cell) : cell.axes().get(key))
        .toList();
  }

  private List<JsonObject> trials(
      Map<Configuration, Integer> cells, Map<Map<String, String>, Integer> provenance) {
    List<JsonObject> trials = new ArrayList<>();
    for (TrialStatus status : sweep.trials()) {
      JsonObject json =
          new JsonObject()
              .with("id", status.trial().id())
              .with("cell", cells.get(status.trial().configuration()))
              .with("replicate", status.trial().replicate())
              .with("seed", status.trial().seed())
              .with("state", status.state().label());
      status.attempt().ifPresent(attempt -> add(json, attempt, provenance));
      trials.add(json);
    }
    return trials;
  }

  private void add(JsonObject json, Attempt attempt, Map<Map<String, String>, Integer> provenance) {
    json.with("host", attempt.host())
        .with("device", attempt.device())
        .with("steps", attempt.lastStep())
        .with("wall", attempt.wallTime().map(wall -> wall.toMillis() / 1000.0))
        .with("ended", attempt.endedAt().map(Instant::toEpochMilli))
        .with(
            "values",
            sweep.openMetrics().stream().map(name -> finite(attempt.metrics().get(name))).toList());
    attempt.cause().ifPresent(cause -> json.with("cause", cause.label()));
    if (!attempt.message().isEmpty()) {
      json.with("message", cut(attempt.message()));
    }
    json.with("provenance", provenance.get(attempt.provenance()));
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

  /** The attempts for the timeline: trial, attempt, slot, start and end in milliseconds, state. */
  private static String cut(String message) {
    return message.length() <= MOST_MESSAGE ? message : message.substring(0, MOST_MESSAGE) + " …";
  }

  private static @Nullable Double finite(@Nullable Double value) {
    return value == null || !Double.isFinite(value) ? null : (Double) LearningCurves.digits(value);
  }
}
