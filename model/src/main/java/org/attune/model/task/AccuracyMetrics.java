package org.attune.model.task;

import java.util.Map;
import java.util.function.Function;
import org.attune.model.network.Network;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Computes {@code accuracy}: the share of weighted rows whose largest output is at the row's class.
 */
final class AccuracyMetrics implements Metrics {

  private final int classes;
  private long right;
  private long asked;

  /**
   * @param classes number of classes, which is the number of outputs per row
   */
  AccuracyMetrics(int classes) {
    this.classes = classes;
  }

  @Override
  public void observe(Batch batch, int first, Function<String, INDArray> shown) {
    float[] outputs = shown.apply(Network.PREDICTION).dup('c').data().asFloat(); // (rows, C)
    float[] labels = batch.labels().dup('c').data().asFloat();
    float[] weights = batch.weights().dup('c').data().asFloat(); // (B·T)
    boolean indicators = labels.length > weights.length;
    int from = first * (weights.length / batch.size());
    for (int row = 0; row < outputs.length / classes; row++) {
      if (weights[from + row] > 0) {
        int label =
            indicators
                ? Largest.of(labels, (from + row) * classes, classes)
                : Math.round(labels[from + row]);
        right += Largest.of(outputs, row * classes, classes) == label ? 1 : 0;
        asked++;
      }
    }
  }

  @Override
  public Map<String, Double> result() {
    return Map.of("accuracy", (double) right / asked);
  }
}
