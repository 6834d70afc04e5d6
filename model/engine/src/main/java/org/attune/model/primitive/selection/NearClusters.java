package org.attune.model.primitive.selection;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.attune.model.program.Movement;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/**
 * Selects the keys in the clusters nearest to the query, and the query's own token (Routing
 * Transformer, arXiv 2003.05997). A key belongs to its nearest cluster.
 *
 * <p>In training each centroid follows the mean direction of its cluster's queries and keys: {@code
 * c = unit(decay c + (1 - decay) mean)}. It moves once a step, over the whole batch: see {@link
 * #following}.
 *
 * @param q (B·T, H·d)
 * @param k (B·T, H·d)
 * @param centroids (H·C, d), head by head
 * @param heads H
 * @param count of clusters per query
 */
public record NearClusters(Value q, Value k, Value centroids, int heads, int count)
    implements SelectionRule {

  @Override
  public boolean ofKeys(int argument) {
    return argument == 1;
  }

  @Override
  public int length() {
    return q.length();
  }

  @Override
  public Chooser chooser(IntFunction<double[]> at, Pass pass) {
    HeadRows queries = HeadRows.of(at.apply(0), q, heads);
    HeadRows keys = HeadRows.of(at.apply(1), k, heads);
    double[] centres = at.apply(2);
    int[] homes = homes(keys, centres);
    if (pass.training()) {
      pass.observations().add(centroids, seen(queries, keys, centres));
    }
    int clusters = clusters();
    return (sequence, head, query, visible) -> {
      double[] affinity = affinities(queries, sequence, head, query, centres);
      boolean[] near = new boolean[clusters];
      for (int c : Ranking.largest(affinity, 0, clusters, count)) {
        near[c] = true;
      }
      int row = (sequence * heads + head) * length();
      for (int j = 0; j <= query; j++) {
        visible[j] = j == query || near[homes[row + j]];
      }
    };
  }

  /** The number of clusters of a head. */
  private int clusters() {
    return centroids.rows() / heads;
  }

  private double[] affinities(HeadRows rows, int sequence, int head, int token, double[] centres) {
    int first = head * clusters() * rows.width();
    return Ranking.affinities(rows, rows.at(sequence, head, token), centres, first, clusters());
  }

  private int home(HeadRows rows, int sequence, int head, int token, double[] centres) {
    return Ranking.largest(affinities(rows, sequence, head, token, centres), 0, clusters(), 1)[0];
  }

  /** The cluster of each key: (B, H, T). */
  private int[] homes(HeadRows keys, double[] centres) {
    int[] homes = new int[keys.sequences() * heads * length()];
    int next = 0;
    for (int b = 0; b < keys.sequences(); b++) {
      for (int h = 0; h < heads; h++) {
        for (int j = 0; j < length(); j++) {
          homes[next++] = home(keys, b, h, j, centres);
        }
      }
    }
    return homes;
  }

  /** The sum of each cluster's member directions, followed by each cluster's member count. */
  private double[] seen(HeadRows queries, HeadRows keys, double[] centres) {
    int width = centroids.columns();
    int counts = centroids.rows() * width;
    double[] seen = new double[counts + centroids.rows()];
    for (HeadRows side : List.of(queries, keys)) {
      for (int b = 0; b < side.sequences(); b++) {
        for (int h = 0; h < heads; h++) {
          for (int j = 0; j < length(); j++) {
            int home = h * clusters() + home(side, b, h, j, centres);
            int from = side.at(b, h, j);
            double[] direction = unit(Arrays.copyOfRange(side.numbers(), from, from + width));
            seen[counts + home]++;
            for (int i = 0; i < width; i++) {
              seen[home * width + i] += direction[i];
            }
          }
        }
      }
    }
    return seen;
  }

  /**
   * Updates centroids from their members at each step.
   *
   * @param decay in [0, 1]; with 1 the centroids stay
   */
  public static Movement following(double decay) {
    return (centroids, observations) -> {
      if (decay == 1) {
        return centroids;
      }
      double[] sum = new double[observations.get(0).length];
      for (double[] part : observations) {
        for (int i = 0; i < sum.length; i++) {
          sum[i] += part[i];
        }
      }
      int rows = sum.length - centroids.length;
      int width = centroids.length / rows;
      double[] next = new double[centroids.length];
      for (int row = 0; row < rows; row++) {
        double[] moved = Arrays.copyOfRange(centroids, row * width, (row + 1) * width);
        double members = sum[centroids.length + row];
        for (int i = 0; i < width && members > 0; i++) {
          moved[i] = decay * moved[i] + (1 - decay) * sum[row * width + i] / members;
        }
        System.arraycopy(unit(moved), 0, next, row * width, width);
      }
      return next;
    };
  }

  private static double[] unit(double[] x) {
    double norm = Math.sqrt(Arrays.stream(x).map(v -> v * v).sum());
    return norm == 0 ? x : Arrays.stream(x).map(v -> v / norm).toArray();
  }
}
