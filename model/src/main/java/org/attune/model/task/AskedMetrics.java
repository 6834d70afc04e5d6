package org.attune.model.task;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.attune.model.network.Network;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Computes {@code accuracy}, the share of asked tokens that are right, {@code exact}, the share of
 * sequences with all of them right, and the accuracy of each group of sequences.
 */
class AskedMetrics implements Metrics {

  private final BiFunction<int[], boolean[], String> group;
  private final Map<String, long[]> groups = new TreeMap<>(); // right, asked
  private final long[] all = new long[2];
  private long exact;
  private long seen;

  /**
   * @param group of a sequence: see {@link SyntheticSequences#group}
   */
  AskedMetrics(BiFunction<int[], boolean[], String> group) {
    this.group = group;
  }

  /** Sequences with all asked tokens right. */
  final long exact() {
    return exact;
  }

  /** Sequences so far. */
  final long seen() {
    return seen;
  }

  final double accuracy() {
    return (double) all[0] / all[1];
  }

  @Override
  public void observe(Batch batch, int first, Function<String, INDArray> shown) {
    INDArray logits = shown.apply(Network.PREDICTION); // (examples·T, V)
    int vocabulary = (int) logits.size(1);
    int length = (int) batch.features().size(1);
    float[] scores = logits.dup('c').data().asFloat();
    for (int e = 0; e < logits.size(0) / length; e++) {
      int[] tokens = batch.features().getRow((long) first + e).toIntVector();
      int[] labels = batch.labels().getRow((long) first + e).toIntVector();
      boolean[] asked = new boolean[length];
      long right = 0;
      long count = 0;
      for (int t = 0; t < length; t++) {
        asked[t] = batch.weights().getDouble((long) first + e, t) > 0;
        if (asked[t]) {
          int answer = Largest.of(scores, (e * length + t) * vocabulary, vocabulary);
          right += answer == labels[t] ? 1 : 0;
          count++;
        }
      }
      add(all, right, count);
      String groupName = group.apply(tokens, asked);
      if (!groupName.isEmpty()) {
        add(groups.computeIfAbsent(groupName, name -> new long[2]), right, count);
      }
      exact += right == count ? 1 : 0;
      seen++;
    }
  }

  private static void add(long[] sums, long right, long count) {
    sums[0] += right;
    sums[1] += count;
  }

  @Override
  public Map<String, Double> result() {
    Map<String, Double> result = new LinkedHashMap<>();
    result.put("accuracy", accuracy());
    result.put("exact", (double) exact / seen);
    groups.forEach((name, sums) -> result.put("accuracy_" + name, (double) sums[0] / sums[1]));
    return result;
  }
}
