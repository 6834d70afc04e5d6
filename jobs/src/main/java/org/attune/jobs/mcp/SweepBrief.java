package org.attune.jobs.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.attune.api.Metric;
import org.attune.sweeps.state.SweepView;

/** How a sweep stands, in the numbers that an agent decides by; {@code status} has all others. */
final class SweepBrief {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MOST_TRIALS = 5;

  private static final List<String> COUNTS =
      List.of(
          "reason",
          "elapsed_seconds",
          "expected_seconds_left",
          "pending",
          "running",
          "finished",
          "failed",
          "stopped",
          "not_finite");

  private static final List<String> TRIAL =
      List.of("trial_id", "cell", "replicate", "step", "cause", "message");

  private SweepBrief() {}

  /** The brief of what {@code attune status --json} prints. */
  static ObjectNode of(JsonNode status, SweepView sweep) {
    ObjectNode brief = JSON.createObjectNode();
    COUNTS.stream().filter(status::has).forEach(key -> brief.set(key, status.path(key)));
    String metric = sweep.header().objective().metric();
    if (!Metric.isSealed(metric) || !sweep.sealed()) {
      ObjectNode means = CellMeans.of(sweep, metric);
      JsonNode first = means.path("cells").path(0);
      brief.set("best", first.path("n").asLong() > 0 ? first : JSON.nullNode());
      brief.set("means", means);
    }
    trials(status, brief, "running_trials");
    trials(status, brief, "failed_trials");
    return brief.put(
        "more",
        "the configuration and all metrics of the best trial, and all trials: detail: true");
  }

  private static void trials(JsonNode status, ObjectNode brief, String key) {
    ArrayNode list = brief.putArray(key);
    for (JsonNode trial : status.path(key)) {
      if (list.size() < MOST_TRIALS) {
        ObjectNode one = list.addObject();
        TRIAL.stream().filter(trial::has).forEach(field -> one.set(field, trial.path(field)));
      }
    }
  }
}
