package org.attune.model.train;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attune.model.layer.NetworkOutputLayer;
import org.attune.model.network.Network;
import org.attune.model.program.Execution;
import org.attune.model.task.Batch;
import org.attune.model.task.Examples;
import org.attune.model.task.Metrics;
import org.nd4j.linalg.api.ndarray.INDArray;

/** Measures a network on what it was not trained on. */
final class Validation {

  private static final Pattern GATE = Pattern.compile("block(\\d+)/gate");

  private final NetworkOutputLayer network;
  private final Examples examples;
  private final List<Batch> batches;

  Validation(NetworkOutputLayer network, Examples examples, int batchSize) {
    this.network = network;
    this.examples = examples;
    batches = examples.validation(batchSize);
  }

  /** The mean loss, the task's measures, and how far each head's gate is open. */
  Map<String, Double> measure() {
    Metrics metrics = examples.metrics();
    Map<String, double[]> gates = new TreeMap<>(); // name -> {sum, count}
    double loss = 0;
    double rows = 0;
    for (Batch batch : batches) {
      double weight = batch.weights().sumNumber().doubleValue();
      double[] sum = new double[1];
      network
          .runner()
          .evaluate(
              batch.features(),
              batch.labels(),
              batch.weights(),
              metrics.probing(),
              (first, execution) -> {
                sum[0] += execution.array(Network.LOSS).getDouble(0);
                metrics.observe(batch, first, execution::array);
                gather(execution, gates);
              });
      loss += sum[0] * weight;
      rows += weight;
    }
    Map<String, Double> measured = new LinkedHashMap<>();
    measured.put("validation_loss", loss / rows);
    measured.putAll(metrics.result());
    gates.forEach((name, sum) -> measured.put(name, sum[0] / sum[1]));
    return measured;
  }

  private void gather(Execution execution, Map<String, double[]> gates) {
    int heads = network.heads();
    for (String name : execution.outputs()) {
      Matcher gate = GATE.matcher(name);
      if (gate.matches()) {
        INDArray open = execution.array(name).mean(false, 0); // (d)
        long width = open.length() / heads;
        for (int h = 0; h < heads; h++) {
          double mean = 0;
          for (long i = h * width; i < (h + 1) * width; i++) {
            mean += open.getDouble(i) / width;
          }
          double[] sum =
              gates.computeIfAbsent("gate_mean_l" + gate.group(1) + "_h" + h, k -> new double[2]);
          sum[0] += mean * execution.array(name).size(0);
          sum[1] += execution.array(name).size(0);
        }
      }
    }
  }
}
