package org.attune.jobs.export;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.Configuration;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.Json;
import org.attune.jobs.export.MlflowRest.Entry;
import org.attune.jobs.export.MlflowRest.Kind;
import org.attune.sweeps.state.SweepView;

/**
 * Writes a sweep as an experiment of an MLflow server, through its REST interface 2.0, which MLflow
 * 2 and 3 have. A second export keeps the runs of unchanged trials and replaces the others. A run
 * whose export was interrupted lacks {@link #DIGEST}, so the next export replaces it.
 */
record MlflowServer(MlflowRest rest) {

  /** The tag of a whole run: a digest of what was written to it. */
  private static final String DIGEST = "attune.export";

  private static final String SWEEP = "attune.sweep_id";

  /** Runs that a search returns at once. */
  private static final int PAGE = 1000;

  /** What an export did. */
  record Written(String experimentId, int runs, int unchanged, int replaced) {}

  private record Known(String runId, String digest) {}

  /**
   * Writes all trials that have started.
   *
   * @param address of the server, such as {@code http://127.0.0.1:5000}
   * @throws InputException if no MLflow server answers there, or if it refuses the user; nothing is
   *     written then
   */
  static Written write(SweepView sweep, URI address, Map<String, String> environment)
      throws IOException {
    return new MlflowServer(new MlflowRest(address, environment)).write(sweep);
  }

  private Written write(SweepView sweep) throws IOException {
    String experiment = experiment(sweep.header().sweepId());
    Map<String, List<Known>> known = known(experiment, sweep.header().sweepId());
    int runs = 0;
    int unchanged = 0;
    int replaced = 0;
    for (MlflowRun run : (Iterable<MlflowRun>) MlflowRun.of(sweep)::iterator) {
      String digest = Configuration.sha256(Json.printSorted(content(run)));
      List<Known> before = known.getOrDefault(run.trialId(), List.of());
      Optional<Known> same = before.stream().filter(b -> b.digest().equals(digest)).findFirst();
      if (same.isEmpty()) {
        create(run, experiment, digest);
      }
      for (Known old : before) {
        if (same.filter(old::equals).isEmpty()) {
          rest.post("runs/delete", Map.of("run_id", old.runId()));
        }
      }
      runs++;
      unchanged += same.isPresent() ? 1 : 0;
      replaced += same.isEmpty() && !before.isEmpty() ? 1 : 0;
    }
    return new Written(experiment, runs, unchanged, replaced);
  }

  private static Map<String, Object> content(MlflowRun run) {
    Map<String, Object> content = new LinkedHashMap<>();
    content.put("name", run.name());
    content.put("status", run.status());
    content.put("start", run.start());
    content.put("end", run.end().orElse(null));
    content.put("params", run.params());
    content.put("metrics", metrics(run));
    content.put("tags", run.tags());
    return content;
  }

  private String experiment(String name) throws IOException {
    Optional<JsonNode> existing = rest.experiment(name);
    if (existing.isEmpty()) {
      Map<String, Object> create = Map.of("name", name, "tags", List.of(pair(SWEEP, name)));
      return rest.post("experiments/create", create).path("experiment_id").asText();
    }
    String id = existing.get().path("experiment_id").asText();
    if (!existing.get().path("lifecycle_stage").asText("active").equals("active")) {
      throw new InputException(
          "%s: someone deleted the experiment '%s' there; restore it with: mlflow experiments restore --experiment-id %s"
              .formatted(rest, name, id));
    }
    return id;
  }

  /** The runs of earlier exports, by trial. */
  private Map<String, List<Known>> known(String experiment, String sweepId) throws IOException {
    Map<String, List<Known>> known = new HashMap<>();
    String page = "";
    do {
      Map<String, Object> search = new LinkedHashMap<>();
      search.put("experiment_ids", List.of(experiment));
      search.put("filter", "tags.`%s` = '%s'".formatted(SWEEP, sweepId));
      search.put("max_results", PAGE);
      if (!page.isEmpty()) {
        search.put("page_token", page);
      }
      JsonNode found = rest.post("runs/search", search);
      for (JsonNode run : found.path("runs")) {
        Map<String, String> tags = new HashMap<>();
        for (JsonNode tag : run.path("data").path("tags")) {
          tags.put(tag.path("key").asText(), tag.path("value").asText());
        }
        known
            .computeIfAbsent(tags.getOrDefault(MlflowRun.TRIAL, ""), id -> new ArrayList<>())
            .add(
                new Known(run.path("info").path("run_id").asText(), tags.getOrDefault(DIGEST, "")));
      }
      page = found.path("next_page_token").asText();
    } while (!page.isEmpty());
    return known;
  }

  private void create(MlflowRun run, String experiment, String digest) throws IOException {
    Map<String, Object> begin = new LinkedHashMap<>();
    begin.put("experiment_id", experiment);
    begin.put("run_name", run.name());
    begin.put("user_id", run.tags().get("mlflow.user"));
    begin.put("start_time", run.start());
    begin.put("tags", first(run));
    String id = rest.post("runs/create", begin).path("run").path("info").path("run_id").asText();
    Map<String, Object> end = new LinkedHashMap<>();
    end.put("run_id", id);
    end.put("status", run.status().name());
    run.end().ifPresent(time -> end.put("end_time", time));
    rest.post("runs/update", end);
    List<Entry> entries = new ArrayList<>();
    run.params().forEach((key, value) -> entries.add(new Entry(Kind.PARAMS, pair(key, value))));
    metrics(run).forEach(metric -> entries.add(new Entry(Kind.METRICS, metric)));
    run.tags().forEach((key, value) -> entries.add(new Entry(Kind.TAGS, pair(key, value))));
    entries.add(new Entry(Kind.TAGS, pair(DIGEST, digest)));
    rest.log(id, entries);
  }

  /** The tags by which the next export finds the run, even if this one is interrupted. */
  private static List<Map<String, Object>> first(MlflowRun run) {
    return List.of(pair(SWEEP, run.tags().get(SWEEP)), pair(MlflowRun.TRIAL, run.trialId()));
  }

  private static Map<String, Object> pair(String key, String value) {
    return Map.of("key", key, "value", value);
  }

  private static List<Map<String, Object>> metrics(MlflowRun run) {
    List<Map<String, Object>> metrics = new ArrayList<>();
    run.metrics()
        .forEach(
            (name, points) ->
                points.forEach(
                    point ->
                        metrics.add(
                            Map.of(
                                "key",
                                name,
                                "value",
                                point.value(),
                                "timestamp",
                                point.time(),
                                "step",
                                point.step()))));
    return metrics;
  }
}
