package org.attune.model.reference;

import java.util.Arrays;
import java.util.Random;

/** The synthetic induction task's figures (science 4.2), counted one query at a time. */
public final class ReferenceInduction {

  private ReferenceInduction() {}

  /**
   * Whether each eligible query's largest weight is on the token after the previous occurrence, t −
   * p + 1.
   *
   * @param weights {@code (H, T, T)}
   * @return {@code [head][t − p]} for t from p to T − 1
   */
  public static boolean[][] hits(double[][][] weights, int period) {
    int length = weights[0].length;
    boolean[][] hits = new boolean[weights.length][length - period];
    for (int h = 0; h < weights.length; h++) {
      for (int t = period; t < length; t++) {
        int pointer = ReferenceSelection.best(weights[h][t], t + 1, 1)[0];
        hits[h][t - period] = pointer == t - period + 1;
      }
    }
    return hits;
  }

  /**
   * The share of queries t ≥ p of the best head whose largest weight is on t − p + 1 + ahead.
   *
   * @param weights {@code [example](H, T, T)}
   * @param ahead tokens after the right one; negative for tokens before it
   */
  public static double bestAt(double[][][][] weights, int period, int ahead) {
    double best = 0;
    for (int h = 0; h < weights[0].length; h++) {
      int hits = 0;
      int queries = 0;
      for (double[][][] example : weights) {
        for (int t = period; t < example[h].length; t++) {
          int pointer = ReferenceSelection.best(example[h][t], t + 1, 1)[0];
          hits += pointer == t - period + 1 + ahead ? 1 : 0;
          queries++;
        }
      }
      best = Math.max(best, (double) hits / queries);
    }
    return best;
  }

  /** IPMR of one head: the share of its queries that hit. */
  public static double ofHead(boolean[] hits) {
    int count = 0;
    for (boolean hit : hits) {
      count += hit ? 1 : 0;
    }
    return (double) count / hits.length;
  }

  /** Global IPMR: the share of queries for which at least one head of any layer hits. */
  public static double global(boolean[][] hits) {
    boolean[] any = new boolean[hits[0].length];
    for (boolean[] head : hits) {
      for (int t = 0; t < any.length; t++) {
        any[t] |= head[t];
      }
    }
    return ofHead(any);
  }

  /** The mean attention on t − p + 1 (Olsson et al. 2022, arXiv 2209.11895). */
  public static double prefixMatching(double[][] weights, int period) {
    double sum = 0;
    for (int t = period; t < weights.length; t++) {
      sum += weights[t][t - period + 1];
    }
    return sum / (weights.length - period);
  }

  /** The share of positions t = p … T − 2 whose most likely next symbol is the right one. */
  public static double copyAccuracy(double[][] logits, int[] symbols, int period) {
    int right = 0;
    for (int t = period; t <= symbols.length - 2; t++) {
      int guess = ReferenceSelection.best(logits[t], logits[t].length, 1)[0];
      right += guess == symbols[t + 1] ? 1 : 0;
    }
    return (double) right / (symbols.length - 1 - period);
  }

  /**
   * A head's copying score: what its reading adds to each logit less the mean over symbols, of
   * which what is positive counts; the share of the symbol with the largest weight; mean over t ≥
   * p.
   *
   * @param weights {@code (T, T)}
   * @param reads {@code (T, d_v)}
   * @param effects {@code (d_v, V)}
   */
  public static double copying(
      double[][] weights, double[][] reads, double[][] effects, int[] symbols, int period) {
    double sum = 0;
    for (int t = period; t < symbols.length; t++) {
      double[] logits = ReferenceAlgebra.times(new double[][] {reads[t]}, effects)[0];
      double mean = Arrays.stream(logits).average().orElseThrow();
      double all = Arrays.stream(logits).map(e -> Math.max(0, e - mean)).sum();
      int pointer = ReferenceSelection.best(weights[t], t + 1, 1)[0];
      sum += Math.max(0, logits[symbols[pointer]] - mean) / all;
    }
    return sum / (symbols.length - period);
  }

  /** What pointers drawn uniformly from the visible keys score: mean head, union, best head. */
  public record Floor(double head, double global, double best) {}

  public static Floor floor(
      int length, int period, int heads, int sequences, int repeats, Random random) {
    double head = 0;
    double global = 0;
    double best = 0;
    for (int r = 0; r < repeats; r++) {
      boolean[][] hits = new boolean[heads][sequences * (length - period)];
      for (boolean[] row : hits) {
        for (int e = 0; e < row.length; e++) {
          int t = period + e % (length - period);
          row[e] = random.nextInt(t + 1) == t - period + 1;
        }
      }
      head += Arrays.stream(hits).mapToDouble(ReferenceInduction::ofHead).average().orElseThrow();
      global += global(hits);
      best += Arrays.stream(hits).mapToDouble(ReferenceInduction::ofHead).max().orElseThrow();
    }
    return new Floor(head / repeats, global / repeats, best / repeats);
  }
}
