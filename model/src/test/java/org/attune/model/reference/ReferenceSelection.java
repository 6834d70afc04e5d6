package org.attune.model.reference;

import static org.attune.model.reference.ReferenceAlgebra.dot;
import static org.attune.model.reference.ReferenceAlgebra.meanRow;
import static org.attune.model.reference.ReferenceAlgebra.rows;
import static org.attune.model.reference.ReferenceAlgebra.softmaxRows;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Which keys a query may see at all (science 5, F and R), as {@code visible[i][j]} for one head,
 * and the softmax over those alone.
 */
final class ReferenceSelection {

  private ReferenceSelection() {}

  static double[][] softmax(double[][] scores, boolean[][] visible) {
    double[][] masked = new double[scores.length][scores[0].length];
    for (int i = 0; i < scores.length; i++) {
      for (int j = 0; j < scores[0].length; j++) {
        masked[i][j] = visible[i][j] ? scores[i][j] : Double.NEGATIVE_INFINITY;
      }
    }
    return softmaxRows(masked);
  }

  /** R3: the {@code count} largest scores among j ≤ i. */
  static boolean[][] largest(double[][] scores, int count) {
    boolean[][] visible = new boolean[scores.length][scores.length];
    for (int i = 0; i < scores.length; i++) {
      for (int j : best(scores[i], i + 1, count)) {
        visible[i][j] = true;
      }
    }
    return visible;
  }

  /**
   * R1: the {@code count} complete past blocks whose mean key has the largest product with the
   * query, and the query's own block up to the query.
   */
  static boolean[][] blocks(double[][] q, double[][] k, int size, int count) {
    boolean[][] visible = new boolean[q.length][k.length];
    for (int i = 0; i < q.length; i++) {
      int own = i / size;
      double[] affinity = new double[own];
      for (int b = 0; b < own; b++) {
        affinity[b] = dot(q[i], meanRow(rows(k, b * size, (b + 1) * size)));
      }
      for (int b : best(affinity, own, count)) {
        Arrays.fill(visible[i], b * size, (b + 1) * size, true);
      }
      Arrays.fill(visible[i], own * size, i + 1, true);
    }
    return visible;
  }

  /**
   * R2: the keys that belong to one of the {@code count} centroids nearest to the query, and the
   * current token. A key belongs to its nearest centroid; near means a large product, queries and
   * keys being of unit norm.
   */
  static boolean[][] clusters(double[][] q, double[][] k, double[][] centroids, int count) {
    double[][] unitQ = unit(q);
    double[][] unitK = unit(k);
    boolean[][] visible = new boolean[q.length][k.length];
    for (int i = 0; i < q.length; i++) {
      int[] near = best(affinities(unitQ[i], centroids), centroids.length, count);
      for (int j = 0; j <= i; j++) {
        int home = best(affinities(unitK[j], centroids), centroids.length, 1)[0];
        visible[i][j] = j == i || IntStream.of(near).anyMatch(c -> c == home);
      }
    }
    return visible;
  }

  /** F3: the {@code ⌈ρ n_i⌉} visible tokens of the largest write weight, and the current one. */
  static boolean[][] written(double[] write, double share) {
    boolean[][] visible = new boolean[write.length][write.length];
    for (int i = 0; i < write.length; i++) {
      for (int j : best(write, i + 1, (int) Math.ceil(share * (i + 1)))) {
        visible[i][j] = true;
      }
      visible[i][i] = true;
    }
    return visible;
  }

  /** F1: the messages whose norm is at least {@code τ · median}, and the current one. */
  static boolean[][] loud(double[][] messages, double threshold, double median) {
    boolean[][] visible = new boolean[messages.length][messages.length];
    for (int i = 0; i < messages.length; i++) {
      for (int j = 0; j <= i; j++) {
        double norm = Math.sqrt(dot(messages[j], messages[j]));
        visible[i][j] = j == i || norm >= threshold * median;
      }
    }
    return visible;
  }

  /**
   * F2, evaluated: the tokens with {@code w_j = σ(x_j·u + b)} of a half or more, and the current.
   */
  static boolean[][] asking(double[][] x, double[] u, double bias) {
    boolean[][] visible = new boolean[x.length][x.length];
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j <= i; j++) {
        visible[i][j] = j == i || ReferenceGates.sigmoid(dot(x[j], u) + bias) >= 0.5;
      }
    }
    return visible;
  }

  /** F2: {@code s_ij + log w_j}, with {@code w_j = σ(x_j·u + b)}. */
  static double[][] writeGated(double[][] scores, double[][] x, double[] u, double bias) {
    double[][] gated = new double[scores.length][scores.length];
    for (int i = 0; i < scores.length; i++) {
      for (int j = 0; j < scores.length; j++) {
        gated[i][j] = scores[i][j] + Math.log(ReferenceGates.sigmoid(dot(x[j], u) + bias));
      }
    }
    return gated;
  }

  /** The places of the {@code count} largest of the first {@code n}; the earlier of equals. */
  static int[] best(double[] values, int n, int count) {
    return IntStream.range(0, n)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer j) -> -values[j]).thenComparing(j -> j))
        .limit(count)
        .mapToInt(j -> j)
        .toArray();
  }

  static double[][] unit(double[][] x) {
    double[][] u = new double[x.length][];
    for (int t = 0; t < x.length; t++) {
      double norm = Math.sqrt(dot(x[t], x[t]));
      u[t] = Arrays.stream(x[t]).map(v -> v / norm).toArray();
    }
    return u;
  }

  private static double[] affinities(double[] x, double[][] centroids) {
    return Arrays.stream(centroids).mapToDouble(c -> dot(x, c)).toArray();
  }
}
