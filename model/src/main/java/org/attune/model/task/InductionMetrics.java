package org.attune.model.task;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.attune.model.network.Network;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Measures how well a network copies, and whether its heads attend to the right token. Induction
 * needs the token after the previous occurrence of the current one, {@code t - p + 1}.
 *
 * <ul>
 *   <li>{@code copy_accuracy}: share of next symbols in the repeated part that the network
 *       predicts;
 *   <li>{@code ipmr_l<layer>_h<head>}: share of that head's queries with their largest weight there
 *       (induction pointer match rate). {@code ipmr_top} is the best head's; {@code ipmr} is the
 *       share of queries where any head of any layer has its largest weight there;
 *   <li>{@code ipmr_top_back_<n>} and {@code ipmr_top_ahead_<n>}: the best head's share of queries
 *       whose largest weight is n tokens before or after it, for n up to {@value #REACH}. A query
 *       from the previous token finds that token's earlier occurrence, {@code t - p - 1}: 2 back;
 *   <li>{@code prefix_matching_l<layer>_h<head>}: a head's mean weight there (Olsson et al. 2022);
 *       {@code prefix_matching_top} is the best head's;
 *   <li>{@code copying_l<layer>_h<head>}: {@link CopyingScores} over those queries; {@code
 *       copying_top} is the best head's. Only networks with a linear map from the heads' outputs to
 *       the logits have these.
 * </ul>
 */
final class InductionMetrics implements Metrics {

  /** The farthest token beside the right one at which pointers are counted. */
  static final int REACH = 4;

  /** Sums over a head's queries. */
  private static final class Head {
    private final long[] hits = new long[2 * REACH + 1]; // by tokens after the right one, + REACH
    private double mass;
    private double copied;
  }

  private final Repeats repeats;
  private final int layers;
  private final boolean copying;
  private final Map<String, Head> heads = new TreeMap<>(); // by "l0_h0"
  private long queries;
  private long anyHits;
  private long guesses;
  private long right;

  /**
   * @param layers number of layers of the network
   * @param copying whether the network exposes the map from the heads' outputs to the logits
   */
  InductionMetrics(Repeats repeats, int layers, boolean copying) {
    this.repeats = repeats;
    this.layers = layers;
    this.copying = copying;
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
      int[][] pointers = point(layer, weights[layer], sequences, hits);
      if (copying) {
        copy(layer, pointers, sequences, shown);
      }
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
      int guess = Largest.of(scores, row, symbols);
      right += guess == sequence[t + 1] ? 1 : 0;
      guesses++;
    }
  }

  /** Returns the position of each query's largest weight: {@code [head][example·T + t]}. */
  private int[][] point(int layer, INDArray weights, int[][] sequences, boolean[][] hits) {
    int count = (int) weights.size(1);
    int length = (int) weights.size(3);
    float[] all = weights.dup('c').data().asFloat();
    int[][] pointers = new int[count][sequences.length * length];
    for (int h = 0; h < count; h++) {
      Head head = head(layer, h);
      for (int e = 0; e < sequences.length; e++) {
        int period = repeats.periodOf(sequences[e]);
        for (int t = period; t < length; t++) {
          int row = ((e * count + h) * length + t) * length;
          int target = t - period + 1;
          int pointer = Largest.of(all, row, t + 1);
          pointers[h][e * length + t] = pointer;
          hits[e][t] |= pointer == target;
          int away = pointer - target;
          if (Math.abs(away) <= REACH) {
            head.hits[REACH + away]++;
          }
          head.mass += all[row + target];
        }
      }
    }
    return pointers;
  }

  private void copy(
      int layer, int[][] pointers, int[][] sequences, Function<String, INDArray> shown) {
    int length = repeats.length();
    INDArray reads = shown.apply("block" + layer + "/heads"); // (examples·T, H·d_v)
    INDArray effects = shown.apply("block" + layer + "/effects"); // (H·d_v, V)
    for (int h = 0; h < pointers.length; h++) {
      int[] attended = new int[pointers[h].length];
      for (int row = 0; row < attended.length; row++) {
        attended[row] = sequences[row / length][pointers[h][row]];
      }
      double[] scores = CopyingScores.of(reads, effects, h, pointers.length, attended);
      for (int e = 0; e < sequences.length; e++) {
        for (int t = repeats.periodOf(sequences[e]); t < length; t++) {
          head(layer, h).copied += scores[e * length + t];
        }
      }
    }
  }

  private Head head(int layer, int head) {
    return heads.computeIfAbsent("l" + layer + "_h" + head, name -> new Head());
  }

  @Override
  public Map<String, Double> result() {
    Map<String, Double> result = new TreeMap<>();
    heads.forEach(
        (name, head) -> {
          put(result, "ipmr", name, (double) head.hits[REACH] / queries);
          for (int n = 1; n <= REACH; n++) {
            top(result, "ipmr_top_back_" + n, (double) head.hits[REACH - n] / queries);
            top(result, "ipmr_top_ahead_" + n, (double) head.hits[REACH + n] / queries);
          }
          put(result, "prefix_matching", name, head.mass / queries);
          if (copying) {
            put(result, "copying", name, head.copied / queries);
          }
        });
    result.put("ipmr", (double) anyHits / queries);
    result.put("copy_accuracy", (double) right / guesses);
    return result;
  }

  private static void put(Map<String, Double> result, String name, String head, double value) {
    result.put(name + "_" + head, value);
    top(result, name + "_top", value);
  }

  private static void top(Map<String, Double> result, String name, double value) {
    result.merge(name, value, Math::max);
  }
}
