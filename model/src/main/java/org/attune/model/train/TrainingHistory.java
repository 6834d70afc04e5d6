package org.attune.model.train;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.nd4j.shade.jackson.annotation.JsonProperty;

/** A training's record of itself, stored in checkpoints beside its network. */
final class TrainingHistory {

  /** Metrics reported at a step. */
  record Report(
      @JsonProperty("step") long step, @JsonProperty("values") Map<String, Double> values) {}

  /** Number of steps done. */
  @JsonProperty long step;

  /** The latest value of each metric. */
  @JsonProperty final Map<String, Double> metrics = new LinkedHashMap<>();

  /** All reports, in order. */
  @JsonProperty final List<Report> reports = new ArrayList<>();

  /** The training's settings, for people to read. */
  @JsonProperty Map<String, String> configuration = Map.of();
}
