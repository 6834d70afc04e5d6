package org.attune.model.train;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.nd4j.shade.jackson.annotation.JsonProperty;

/** What a training knows of itself besides its network: it goes into checkpoints. */
final class History {

  /** Metrics at a step, as they were reported. */
  record Report(
      @JsonProperty("step") long step, @JsonProperty("values") Map<String, Double> values) {}

  /** Steps done. */
  @JsonProperty long step;

  /** The latest of each metric. */
  @JsonProperty final Map<String, Double> metrics = new LinkedHashMap<>();

  /** All reports, in order. */
  @JsonProperty final List<Report> reports = new ArrayList<>();

  /** The settings trained under, for people. */
  @JsonProperty Map<String, String> configuration = Map.of();
}
