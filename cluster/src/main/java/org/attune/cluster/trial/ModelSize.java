package org.attune.cluster.trial;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.attune.api.Cost;
import org.attune.api.Metric;
import org.attune.api.catalog.Configuration;
import org.attune.model.network.Networks;

/**
 * The cost of a trained model, as metrics of its trial. Users can weigh the cost against quality,
 * as a second objective or in a query.
 */
final class ModelSize {

  private static final String PARAMETERS = "parameters";
  private static final String NON_EMBEDDING = "parameters_non_embedding";
  private static final String FLOPS = "training_flops";

  private static final String STATE = "state_bytes";

  private static final List<Metric> OF_ALL =
      List.of(
          Metric.of(PARAMETERS, "numbers that the network learns", "", Metric.Better.NEITHER),
          Metric.of(
              NON_EMBEDDING,
              "those of them that are not in a table of token embeddings",
              "",
              Metric.Better.NEITHER),
          Metric.of(
              FLOPS,
              "operations of the whole training, by all workers",
              "FLOP",
              Metric.Better.NEITHER));

  private static final Metric OF_DECODERS =
      Metric.of(
          STATE,
          "what generation keeps of a sequence of the task's length, in all layers",
          "bytes",
          Metric.Better.NEITHER);

  private ModelSize() {}

  /** The metrics of a configuration's model. */
  static List<Metric> metrics(Configuration configuration) {
    return Networks.generates(configuration)
        ? Stream.concat(OF_ALL.stream(), Stream.of(OF_DECODERS)).toList()
        : OF_ALL;
  }

  /** Adds the metrics of the model's size to a trial's metrics. */
  static Map<String, Double> added(Map<String, Double> metrics, Cost cost) {
    Map<String, Double> all = new TreeMap<>(metrics);
    all.put(PARAMETERS, (double) cost.parameters());
    all.put(NON_EMBEDDING, (double) cost.nonEmbedding());
    all.put(FLOPS, cost.flops());
    cost.stateBytes().ifPresent(bytes -> all.put(STATE, (double) bytes));
    return all;
  }
}
