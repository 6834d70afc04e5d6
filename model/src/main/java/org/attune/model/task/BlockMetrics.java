package org.attune.model.task;

import java.util.Map;
import java.util.function.Function;
import org.attune.model.network.Network;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Computes {@code error_percent}, the percentage of strings with a wrong token in the answer, and
 * {@code letter_accuracy}, the share of the answers' tokens that are right.
 */
final class BlockMetrics implements Metrics {

  private long strings;
  private long wrong;
  private long tokens;
  private long right;

  @Override
  public void observe(Batch batch, int first, Function<String, INDArray> shown) {
    INDArray logits = shown.apply(Network.PREDICTION); // (examples·T, V)
    int vocabulary = (int) logits.size(1);
    int length = (int) batch.features().size(1);
    float[] scores = logits.dup('c').data().asFloat();
    for (int e = 0; e < logits.size(0) / length; e++) {
      boolean all = true;
      for (int t = 0; t < length; t++) {
        if (batch.weights().getDouble((long) first + e, t) > 0) {
          int row = (e * length + t) * vocabulary;
          int answer = Largest.of(scores, row, vocabulary);
          boolean hit = answer == batch.labels().getInt(first + e, t);
          all &= hit;
          right += hit ? 1 : 0;
          tokens++;
        }
      }
      wrong += all ? 0 : 1;
      strings++;
    }
  }

  @Override
  public Map<String, Double> result() {
    return Map.of(
        "error_percent", 100.0 * wrong / strings, "letter_accuracy", (double) right / tokens);
  }
}
