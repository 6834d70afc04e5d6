package org.attune.model.task;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.attune.model.network.Network;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Computes {@code bits_per_byte}: the cost of the true next tokens over the number of bytes they
 * stand for. It is comparable across vocabularies and excludes any penalty in the loss. Where the
 * text's entropy is known, {@code reducible_bits_per_byte} is what is above it.
 */
final class TextMetrics implements Metrics {

  private final double[] bytesOf; // by token
  private final Optional<Double> oracle; // bits per byte
  private double nats;
  private double bytes;

  TextMetrics(double[] bytesOf, Optional<Double> oracle) {
    this.bytesOf = bytesOf;
    this.oracle = oracle;
  }

  @Override
  public void observe(Batch batch, int first, Function<String, INDArray> shown) {
    float[] logits = shown.apply(Network.PREDICTION).dup('c').data().asFloat(); // (rows, V)
    int[] labels = batch.labels().dup('c').data().asInt(); // (B·T)
    int from = first * (int) batch.labels().size(1);
    for (int row = 0; row < logits.length / bytesOf.length; row++) {
      int token = labels[from + row];
      nats += cost(logits, row * bytesOf.length, token);
      bytes += bytesOf[token];
    }
  }

  /** Returns {@code log sum exp logits - logit}. */
  private double cost(float[] logits, int from, int token) {
    int vocabulary = bytesOf.length;
    float largest = Float.NEGATIVE_INFINITY;
    for (int i = from; i < from + vocabulary; i++) {
      largest = Math.max(largest, logits[i]);
    }
    double sum = 0;
    for (int i = from; i < from + vocabulary; i++) {
      sum += Math.exp(logits[i] - largest);
    }
    return Math.log(sum) + largest - logits[from + token];
  }

  @Override
  public Map<String, Double> result() {
    double found = nats / Math.log(2) / bytes;
    return oracle
        .map(known -> Map.of("bits_per_byte", found, "reducible_bits_per_byte", found - known))
        .orElse(Map.of("bits_per_byte", found));
  }
}
