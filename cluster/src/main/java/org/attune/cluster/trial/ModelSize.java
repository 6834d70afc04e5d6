package org.attune.cluster.trial;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.attune.sweeps.catalog.Cost;
import org.attune.sweeps.catalog.Metric;

/**
 * What a trained model costs, as metrics of its trial: to be weighed against how good it is, as a
 * second objective or in a query.
 */
final class ModelSize {

  private static final String PARAMETERS = "parameters";
  private static final String NON_EMBEDDING = "parameters_non_embedding";
  private static final String FLOPS = "training_flops";

  static final List<Metric> METRICS =
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

  private ModelSize() {}

  /** A trial's metrics with those of its size. */
  static Map<String, Double> added(Map<String, Double> metrics, Cost cost) {
    Map<String, Double> all = new TreeMap<>(metrics);
    all.put(PARAMETERS, (double) cost.parameters());
    all.put(NON_EMBEDDING, (double) cost.nonEmbedding());
    all.put(FLOPS, cost.flops());
    return all;
  }
}
