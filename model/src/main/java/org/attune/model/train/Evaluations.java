package org.attune.model.train;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.attune.model.catalog.Configuration;
import org.attune.model.layer.NetworkOutputLayer;
import org.attune.model.layer.Training;
import org.attune.model.task.Evaluation;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.nd4j.linalg.api.buffer.DataType;

/** Evaluates one trained network on other data than it was validated on, or with other settings. */
final class Evaluations {

  private static final Pattern OF_HEADS =
      Pattern.compile("(gate_mean|first_token|output_norm)|.*_l\\d+(_h\\d+)?");

  private final Configuration settings;
  private final int batchSize;

  Evaluations(Configuration settings, int batchSize) {
    this.settings = settings;
    this.batchSize = batchSize;
  }

  /**
   * The measures by their names with the evaluation's suffix; but for what heads do on average or
   * one by one.
   */
  Map<String, Double> measure(Evaluation evaluation, ComputationGraph trained) {
    Configuration changed = settings;
    for (Map.Entry<String, String> change : evaluation.changes().entrySet()) {
      changed = changed.with(change.getKey(), change.getValue());
    }
    ComputationGraph graph = Training.graph(changed, evaluation.signature(), 0, DataType.FLOAT);
    NetworkOutputLayer network = (NetworkOutputLayer) graph.getLayer(0);
    try {
      if (graph.numParams() != trained.numParams()) {
        throw new IllegalArgumentException(
            "Cannot evaluate %s: the network has %d parameters there, and %d were trained (learned positions go no further than they were trained)"
                .formatted(evaluation.suffix(), graph.numParams(), trained.numParams()));
      }
      if (trained.numParams() > 0) {
        graph.setParams(trained.params());
      }
      Map<String, Double> measured = new LinkedHashMap<>();
      new Validation(network, evaluation.examples(), batchSize)
          .measure()
          .forEach(
              (name, value) -> {
                if (!OF_HEADS.matcher(name).matches()) {
                  measured.put(name + "_" + evaluation.suffix(), value);
                }
              });
      return measured;
    } finally {
      network.close();
      graph.close();
    }
  }
}
