package org.attune.model.task;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.attune.model.network.Network;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * How well a network copies, and whether its heads point where induction needs them: at the token
 * after the previous occurrence of the current one, {@code t - p + 1}.
 *
 * <ul>
 *   <li>{@code copy_accuracy}: share of next symbols of the repeated part that are guessed;
 *   <li>{@code ipmr_l<layer>_h<head>}: share of that head's queries with the largest weight there
 *       (induction pointer match rate), {@code ipmr_top} the best head's, {@code ipmr} the share of
 *       queries where any head of any layer has;
 *   <li>{@code prefix_matching_top}: the best head's mean weight there (Olsson et al. 2022).
 * </ul>
 */
final class InductionMetrics implements Metrics {

  private final Repeats repeats;
  private final int layers;
  private final Map<String, double[]> heads = new TreeMap<>(); // "l0_h0" -> {hits, mass}
  private long queries;
  private long anyHits;
  private long guesses;
  private long right;

  InductionMetrics(Repeats repeats, int layers) {
    this.repeats = repeats;
    this.layers = layers;
  }

  @Override
  public boolean probing() {
    return true;
  }

  @Override
  public void observe(Batch batch, int first, Function<String, INDArray> shown) {
    INDArray[] weights = new INDArray[layers];
    for (int layer = 0; layer < layers; layer++) {
      weights[layer] = shown.apply("block" + layer + "/weights"); // (examples, H, T, T)
    }
    INDArray logits = shown.apply(Network.PREDICTION); // (examples·T, V)
    int examples = (int) weights[0].size(0);
    float[] scores = logits.dup('c').data().asFloat();
    boolean[][] hits = new boolean[examples][repeats.length()]; // by any head
    int[][] sequences = new int[examples][];
    for (int e = 0; e < examples; e++) {
      sequences[e] = batch.features().getRow(first + (long) e).toIntVector();
      copies(sequences[e], e, scores, (int) logits.size(1));
    }
    for (int layer = 0; layer < layers; layer++) {
      point(layer, weights[layer], sequences, hits);
    }
    for (int e = 0; e < examples; e++) {
      for (int t = repeats.periodOf(sequences[e]); t < repeats.length(); t++) {
        queries++;
        anyHits += hits[e][t] ? 1 : 0;
      }
    }
  }

  private void copies(int[] sequence, int example, float[] scores, int symbols) {
    for (int t = repeats.periodOf(sequence); t < sequence.length - 1; t++) {
      int row = (example * sequence.length + t) * symbols;
      int guess = largest(scores, row, symbols);
      right += guess == sequence[t + 1] ? 1 : 0;
      guesses++;
    }
  }

  private void point(int layer, INDArray weights, int[][] sequences, boolean[][] hits) {
    int count = (int) weights.size(1);
    int length = (int) weights.size(3);
    float[] all = weights.dup('c').data().asFloat();
    for (int h = 0; h < count; h++) {
      double[] sum = heads.computeIfAbsent("l" + layer + "_h" + h, name -> new double[2]);
      for (int e = 0; e < sequences.length; e++) {
        int period = repeats.periodOf(sequences[e]);
        for (int t = period; t < length; t++) {
          int row = ((e * count + h) * length + t) * length;
          int target = t - period + 1;
          boolean hit = largest(all, row, t + 1) == target;
          hits[e][t] |= hit;
          sum[0] += hit ? 1 : 0;
          sum[1] += all[row + target];
        }
      }
    }
  }

  private static int largest(float[] values, int from, int count) {
    int best = 0;
    for (int i = 1; i < count; i++) {
      best = values[from + i] > values[from + best] ? i : best;
    }
    return best;
  }

  @Override
  public Map<String, Double> result() {
    Map<String, Double> result = new TreeMap<>();
    double top = 0;
    double matching = 0;
    for (Map.Entry<String, double[]> head : heads.entrySet()) {
      double rate = head.getValue()[0] / queries;
      result.put("ipmr_" + head.getKey(), rate);
      top = Math.max(top, rate);
      matching = Math.max(matching, head.getValue()[1] / queries);
    }
    result.put("ipmr_top", top);
    result.put("ipmr", (double) anyHits / queries);
    result.put("prefix_matching_top", matching);
    result.put("copy_accuracy", (double) right / guesses);
    return result;
  }
}
