package org.attune.model.train;

import java.util.Arrays;
import java.util.Map;
import org.attune.model.catalog.Configuration;
import org.attune.model.layer.BatchRunner;
import org.attune.model.layer.NetworkGraph;
import org.attune.model.layer.NetworkLayer;
import org.attune.model.layer.NetworkOutputLayer;
import org.attune.model.task.Batch;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.nd4j.linalg.api.buffer.DataType;

/**
 * How long forward passes take beside those of the same network with other settings: run in turn,
 * so that whatever else a machine does slows both. Medians; times are no digits to be reproduced.
 */
final class ForwardTimes {

  private static final int WARM_UP = 3;
  private static final int LEAST = 15; // pairs of runs
  private static final int MOST = 400;
  private static final long ENOUGH = 500_000_000; // nanoseconds

  private ForwardTimes() {}

  /**
   * Times a batch.
   *
   * @param changes settings of the other network
   * @param name what the other network's time is called after
   */
  static Map<String, Double> of(
      NetworkOutputLayer network, Map<String, String> changes, String name, Batch batch) {
    NetworkLayer conf = (NetworkLayer) network.conf().getLayer();
    Configuration settings = conf.configuration();
    for (Map.Entry<String, String> change : changes.entrySet()) {
      settings = settings.with(change.getKey(), change.getValue());
    }
    ComputationGraph graph = NetworkGraph.of(settings, conf.signature(), 0, DataType.FLOAT);
    NetworkOutputLayer other = (NetworkOutputLayer) graph.getLayer(0);
    try {
      return measured(network.runner(), other.runner(), name, batch);
    } finally {
      other.close();
      graph.close();
    }
  }

  private static Map<String, Double> measured(
      BatchRunner one, BatchRunner other, String name, Batch batch) {
    double[][] runs = new double[MOST][];
    int count = 0;
    long start = System.nanoTime();
    for (int run = -WARM_UP; run < MOST; run++) {
      double[] pair = {milliseconds(one, batch), milliseconds(other, batch)};
      if (run >= 0) {
        runs[count++] = pair;
      }
      if (count >= LEAST && System.nanoTime() - start > ENOUGH) {
        break;
      }
    }
    double[][] all = Arrays.copyOf(runs, count);
    return Map.of(
        "forward_milliseconds",
        median(Arrays.stream(all).mapToDouble(p -> p[0]).toArray()),
        name + "_forward_milliseconds",
        median(Arrays.stream(all).mapToDouble(p -> p[1]).toArray()),
        "forward_over_" + name,
        median(Arrays.stream(all).mapToDouble(p -> p[0] / p[1]).toArray()));
  }

  private static double milliseconds(BatchRunner runner, Batch batch) {
    long start = System.nanoTime();
    runner.loss(batch.features(), batch.labels(), batch.weights());
    return (System.nanoTime() - start) / 1e6;
  }

  private static double median(double[] times) {
    Arrays.sort(times);
    return (times[times.length / 2] + times[(times.length - 1) / 2]) / 2;
  }
}
