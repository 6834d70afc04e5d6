package org.attune.cluster.repair;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.api.search.Trial;
import org.attune.api.trial.Cause;
import org.attune.cluster.table.SurvivingTables;
import org.attune.sweeps.event.AdoptedFrom;
import org.attune.sweeps.event.Design;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.identity.SpecText;
import org.attune.sweeps.journal.SweepFacts;
import org.attune.sweeps.table.Results;

/**
 * Recovers a sweep's events from its tables.
 *
 * <p>Tables lack the checkpoint from which a trial of population-based training started, and final
 * metrics that an attempt never reported.
 */
final class TableFacts {

  private static final int UNKNOWN = 0; // a number that the tables lack

  private final SurvivingTables tables;
  private final SweepFacts facts;
  private final Map<String, Map<String, Double>> lastMetrics = new HashMap<>(); // by attempt
  private final Set<String> metricNames = new HashSet<>(); // of all trials
  private final Map<String, Map<String, Object>> results = new HashMap<>();
  private final Map<String, Map<String, String>> adopted = new HashMap<>(); // origins by trial

  private TableFacts(SurvivingTables tables, SweepFacts facts) {
    this.tables = tables;
    this.facts = facts;
  }

  static void addTo(SweepFacts facts, SurvivingTables tables) throws IOException {
    TableFacts reading = new TableFacts(tables, facts);
    for (Map<String, Object> row : tables.rows("sweeps")) {
      reading.sweep(row);
    }
    Map<String, Instant> began = new HashMap<>();
    List<Map<String, Object>> attempts = tables.rows("attempts");
    for (Map<String, Object> row : attempts) {
      began.merge(text(row, "trial_id"), time(row, "started_at"), (a, b) -> a.isBefore(b) ? a : b);
    }
    for (Map<String, Object> row : tables.rows("trials")) {
      reading.trial(row, began.getOrDefault(text(row, "trial_id"), Instant.EPOCH));
    }
    for (Map<String, Object> row : tables.rows("results")) {
      reading.results.put(text(row, "trial_id"), row);
    }
    attempts.forEach(reading::lost);
    reading.metrics();
    for (Map<String, Object> row : tables.rows("artifacts")) {
      facts.add(
          new Event.Checkpointed(
              text(row, "trial_id"),
              number(row, "attempt"),
              (Long) row.get("step"),
              text(row, "kind"),
              text(row, "path"),
              (Long) row.get("bytes"),
              time(row, "time")));
    }
    attempts.forEach(reading::attempt);
  }

  private void sweep(Map<String, Object> row) {
    List<Objective> objectives = new ArrayList<>();
    objectives.add(objective(text(row, "objective_goal"), text(row, "objective_metric")));
    SpecText.of(text(row, "spec")).values("objectives").stream()
        .map(also -> also.split(" ", 2))
        .forEach(also -> objectives.add(objective(also[0], also[1])));
    Map<String, String> provenance = provenance(row);
    provenance.putAll(texts(row, Provenance.DATA_FILE, Provenance.DATA_FILE_HASH));
    facts.header(
        new SweepHeader(
            text(row, "sweep_id"),
            text(row, "sweep"),
            text(row, "spec"),
            Design.ofText(text(row, "spec")),
            (Long) row.get("seed"),
            (Long) row.get("total"),
            objectives,
            UNKNOWN, // the next run sets its own
            Optional.empty(),
            Optional.empty(),
            number(row, "threads_per_trial"),
            new TreeMap<>(provenance),
            List.of(), // the next run sets named cells, tuned keys and directions too
            new TreeSet<>(),
            new TreeMap<>()));
    if ("finished".equals(row.get("state"))) {
      facts.add(new Event.Completed(text(row, "reason"), time(row, "ended_at")));
    }
  }

  private static Objective objective(String goal, String metric) {
    return new Objective(metric, Objective.Goal.valueOf(goal.toUpperCase(Locale.ROOT)));
  }

  @SuppressWarnings("unchecked")
  private void trial(Map<String, Object> row, Instant began) {
    Map<String, String> holes = (Map<String, String>) row.get("holes");
    Trial trial =
        new Trial(
            text(row, "trial_id"),
            number(row, "index"),
            new Configuration((Map<String, String>) row.get("params"))
                .filled(holes == null ? Map.of() : holes),
            number(row, "replicate"),
            (Long) row.get("seed"));
    facts.add(new Event.Suggested(trial, UNKNOWN, began));
    adopted.put(trial.id(), texts(row, AdoptedFrom.DIRECTORY, AdoptedFrom.SWEEP));
    if ("pending".equals(row.get("state"))) {
      facts.waits(trial.id(), number(row, "attempts"));
    } else if ("running".equals(row.get("state"))) {
      facts.waits(trial.id(), number(row, "attempts") - 1);
    }
  }

  private void metrics() throws IOException {
    Map<String, Event.Measured> measured = new LinkedHashMap<>();
    for (Map<String, Object> row : tables.rows("metrics")) {
      String trial = text(row, "trial_id");
      int attempt = number(row, "attempt");
      long step = (Long) row.get("step");
      Map<String, Double> values = new HashMap<>();
      // Tables of 0.1.0 do not number an attempt's reports, and have each step once.
      int number = row.get("report") == null ? UNKNOWN : number(row, "report");
      String report = trial + "." + attempt + (number == UNKNOWN ? "." + step : "#" + number);
      if (measured.containsKey(report)) {
        values.putAll(measured.get(report).values());
      }
      values.put(text(row, "name"), (Double) row.get("value"));
      metricNames.add(text(row, "name"));
      Instant time = time(row, "time");
      measured.put(report, new Event.Measured(trial, attempt, step, values, number, time));
      lastMetrics
          .computeIfAbsent(trial + "." + attempt, k -> new HashMap<>())
          .put(text(row, "name"), (Double) row.get("value"));
    }
    measured.values().forEach(facts::add);
  }

  /** Adds an end without a result; a result that came later did not count. */
  private void lost(Map<String, Object> row) {
    String trial = text(row, "trial_id");
    int attempt = number(row, "attempt");
    String message = message(row);
    if ("failed".equals(row.get("state"))) {
      Cause cause = Cause.of(text(row, "cause"));
      facts.counted(new Event.Failed(trial, attempt, cause, message, time(row, "ended_at")));
    } else if ("abandoned".equals(row.get("state"))) {
      facts.counted(new Event.Abandoned(trial, attempt, message, time(row, "ended_at")));
    }
  }

  private void attempt(Map<String, Object> row) {
    String trial = text(row, "trial_id");
    int attempt = number(row, "attempt");
    Map<String, String> provenance = provenance(row);
    if (row.get("compute_seconds") == null && "finished".equals(row.get("state"))) {
      provenance.putAll(adopted.getOrDefault(trial, Map.of()));
    }
    facts.add(
        new Event.Started(
            trial,
            attempt,
            text(row, "slot"),
            text(row, "host"),
            text(row, "device"),
            provenance,
            time(row, "started_at")));
    Map<String, String> program =
        texts(row, Provenance.PROGRAM, Provenance.PROGRAM_HASH, Provenance.PROGRAM_VERSION);
    if (!program.isEmpty()) {
      facts.add(new Event.Noted(trial, attempt, program, time(row, "started_at")));
    }
    if (row.get("ended_at") == null) {
      return;
    }
    Instant end = time(row, "ended_at");
    Map<String, String> atEnd = texts(row, Provenance.DATA_HASH);
    if (row.get("compute_seconds") != null) {
      atEnd.put(Provenance.COMPUTE_SECONDS, row.get("compute_seconds").toString());
    }
    long step = row.get("last_step") == null ? 0 : (Long) row.get("last_step");
    switch (text(row, "state")) {
      case "finished" ->
          facts.add(new Event.Finished(trial, attempt, finalMetrics(trial, attempt), atEnd, end));
      case "stopped" ->
          facts.add(
              new Event.Stopped(
                  trial, attempt, step, message(row), finalMetrics(trial, attempt), atEnd, end));
      default -> {} // lost() added it
    }
  }

  /**
   * The final values, from {@code results}, of the metrics that the attempt reported, and the
   * objective.
   */
  private Map<String, Double> finalMetrics(String trial, int attempt) {
    Map<String, Double> metrics =
        new HashMap<>(lastMetrics.getOrDefault(trial + "." + attempt, Map.of()));
    Map<String, Object> row = results.getOrDefault(trial, Map.of());
    if (row.get("attempt") instanceof Long number && number == attempt) {
      metrics.replaceAll(
          (name, last) -> row.get(column(name, row)) instanceof Double value ? value : last);
      facts
          .objectiveMetric()
          .filter(name -> row.get("objective") instanceof Double)
          .ifPresent(name -> metrics.put(name, (Double) row.get("objective")));
    }
    return metrics;
  }

  /** The column of {@code results} that has a metric; another may have taken the metric's name. */
  private String column(String metric, Map<String, Object> row) {
    String prefixed = Results.METRIC_PREFIX + metric;
    boolean taken = row.containsKey(prefixed) && !metricNames.contains(prefixed);
    return taken ? column(prefixed, row) : metric;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, String> provenance(Map<String, Object> row) {
    Map<String, String> provenance =
        texts(row, Provenance.CODE_VERSION, Provenance.JVM, Provenance.OS, Provenance.CPU);
    if (row.get("libraries") instanceof Map<?, ?> libraries) {
      ((Map<String, String>) libraries)
          .forEach((name, version) -> provenance.put(Provenance.LIBRARY + name, version));
    }
    return provenance;
  }

  /** The values of those columns in which the row has a text; the map is modifiable. */
  private static Map<String, String> texts(Map<String, Object> row, String... columns) {
    Map<String, String> texts = new HashMap<>();
    for (String column : columns) {
      if (row.get(column) instanceof String value) {
        texts.put(column, value);
      }
    }
    return texts;
  }

  private static String message(Map<String, Object> row) {
    return row.get("message") instanceof String message ? message : "";
  }

  private static String text(Map<String, Object> row, String column) {
    return (String) row.get(column);
  }

  private static int number(Map<String, Object> row, String column) {
    return Math.toIntExact((Long) row.get(column));
  }

  private static Instant time(Map<String, Object> row, String column) {
    return (Instant) row.get(column);
  }
}
