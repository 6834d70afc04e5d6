package org.attune.model.primitive;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.attune.model.program.Movement;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** How a query's keys are chosen; see {@link KeySelection}. */
public sealed interface SelectionRule {

  /** Up to how many of the largest are looked for one by one rather than by sorting. */
  int FEW = 4;

  /** Marks the keys that a query sees; those after the query are ignored. */
  interface Chooser {
    void choose(int sequence, int head, int query, boolean[] visible);
  }

  /** What the choice depends on. */
  List<Value> inputs();

  int heads();

  int length();

  /**
   * Reads the arguments as they are in this pass.
   *
   * @param arguments all numbers of an argument, row by row
   */
  Chooser chooser(IntFunction<double[]> arguments, Pass pass);

  /**
   * The keys with the largest scores: an oracle, since it needs them all.
   *
   * @param scores (B, H, T, T)
   * @param count how many, at least 1
   */
  record Largest(Value scores, int count) implements SelectionRule {

    @Override
    public List<Value> inputs() {
      return List.of(scores);
    }

    @Override
    public int heads() {
      return scores.size(1);
    }

    @Override
    public int length() {
      return scores.size(2);
    }

    @Override
    public Chooser chooser(IntFunction<double[]> at, Pass pass) {
      int length = length();
      double[][][][] s = nested(at.apply(0), scores.size(0), heads(), length, length);
      return (sequence, head, query, visible) -> {
        for (int j : best(s[sequence][head][query], query + 1, count)) {
          visible[j] = true;
        }
      };
    }
  }

  /**
   * The complete past blocks whose mean key answers the query best, and the query's own block
   * (Mixture of Block Attention, arXiv 2502.13189). No centroid holds anything of the future.
   *
   * @param q (B·T, H·d)
   * @param k (B·T, H·d)
   * @param heads H
   * @param size of a block, in tokens
   * @param count of past blocks
   */
  record PastBlocks(Value q, Value k, int heads, int size, int count) implements SelectionRule {

    @Override
    public List<Value> inputs() {
      return List.of(q, k);
    }

    @Override
    public int length() {
      return q.length();
    }

    @Override
    public Chooser chooser(IntFunction<double[]> at, Pass pass) {
      double[][][][] queries = SelectionRule.heads(at.apply(0), q, heads);
      double[][][][] keys = SelectionRule.heads(at.apply(1), k, heads);
      int blocks = length() / size;
      double[][][][] centroids = new double[keys.length][heads][blocks][];
      for (int b = 0; b < keys.length; b++) {
        for (int h = 0; h < heads; h++) {
          for (int n = 0; n < blocks; n++) {
            centroids[b][h][n] = mean(Arrays.copyOfRange(keys[b][h], n * size, (n + 1) * size));
          }
        }
      }
      return (sequence, head, query, visible) -> {
        int own = query / size;
        double[] affinity = affinities(queries[sequence][head][query], centroids[sequence][head]);
        for (int n : best(affinity, own, count)) {
          Arrays.fill(visible, n * size, (n + 1) * size, true);
        }
        Arrays.fill(visible, own * size, query + 1, true);
      };
    }

    private static double[] mean(double[][] rows) {
      double[] mean = new double[rows[0].length];
      for (double[] row : rows) {
        for (int c = 0; c < mean.length; c++) {
          mean[c] += row[c] / rows.length;
        }
      }
      return mean;
    }
  }

  /**
   * The keys that live in the clusters nearest to the query, and the query's own token (Routing
   * Transformer, arXiv 2003.05997). A key lives in the cluster nearest to it.
   *
   * <p>In training each centroid follows the mean direction of the queries and keys that live in
   * its cluster, {@code c = unit(decay c + (1 - decay) mean)}, once a step over the whole batch:
   * see {@link #following}.
   *
   * @param q (B·T, H·d)
   * @param k (B·T, H·d)
   * @param centroids (H·C, d), head by head
   * @param heads H
   * @param count of clusters per query
   */
  record NearClusters(Value q, Value k, Value centroids, int heads, int count)
      implements SelectionRule {

    @Override
    public List<Value> inputs() {
      return List.of(q, k, centroids);
    }

    @Override
    public int length() {
      return q.length();
    }

    @Override
    public Chooser chooser(IntFunction<double[]> at, Pass pass) {
      double[][][][] queries = SelectionRule.heads(at.apply(0), q, heads);
      double[][][][] keys = SelectionRule.heads(at.apply(1), k, heads);
      int clusters = centroids.rows() / heads;
      double[][][] centres = nested(at.apply(2), 1, heads, clusters, centroids.columns())[0];
      int[][][] homes = new int[keys.length][heads][length()];
      for (int b = 0; b < keys.length; b++) {
        for (int h = 0; h < heads; h++) {
          for (int j = 0; j < length(); j++) {
            homes[b][h][j] = best(affinities(keys[b][h][j], centres[h]), clusters, 1)[0];
          }
        }
      }
      if (pass.training()) {
        pass.observations().add(centroids, seen(queries, keys, centres));
      }
      return (sequence, head, query, visible) -> {
        double[] affinity = affinities(queries[sequence][head][query], centres[head]);
        boolean[] near = new boolean[clusters];
        for (int c : best(affinity, clusters, count)) {
          near[c] = true;
        }
        for (int j = 0; j <= query; j++) {
          visible[j] = j == query || near[homes[sequence][head][j]];
        }
      };
    }

    /** For each cluster the sum of its members' directions, and then for each their number. */
    private double[] seen(double[][][][] queries, double[][][][] keys, double[][][] centres) {
      int clusters = centres[0].length;
      int width = centroids.columns();
      int counts = centroids.rows() * width;
      double[] seen = new double[counts + centroids.rows()];
      for (double[][][][] side : List.of(queries, keys)) {
        for (double[][][] sequence : side) {
          for (int h = 0; h < heads; h++) {
            for (double[] row : sequence[h]) {
              int home = h * clusters + best(affinities(row, centres[h]), clusters, 1)[0];
              double[] direction = unit(row);
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
     * How centroids follow their members from step to step.
     *
     * @param decay in [0, 1]; with 1 they stay
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

  /**
   * A share of the tokens so far, those with the largest weight of their own, and the current one.
   *
   * @param write (B·T, H): how much each token asks to be read
   * @param share in (0, 1]
   */
  record MostWritten(Value write, double share) implements SelectionRule {

    @Override
    public List<Value> inputs() {
      return List.of(write);
    }

    @Override
    public int heads() {
      return write.columns();
    }

    @Override
    public int length() {
      return write.length();
    }

    @Override
    public Chooser chooser(IntFunction<double[]> at, Pass pass) {
      double[][][][] weights = SelectionRule.heads(at.apply(0), write, heads()); // [b][h][t][0]
      return (sequence, head, query, visible) -> {
        double[] each = new double[query + 1];
        for (int j = 0; j <= query; j++) {
          each[j] = weights[sequence][head][j][0];
        }
        for (int j : best(each, query + 1, (int) Math.ceil(share * (query + 1)))) {
          visible[j] = true;
        }
        visible[query] = true;
      };
    }
  }

  /**
   * The tokens so far that are marked for a head, and the current one.
   *
   * @param mark above a half where a token is: (B·T, H)
   */
  record Marked(Value mark) implements SelectionRule {

    @Override
    public List<Value> inputs() {
      return List.of(mark);
    }

    @Override
    public int heads() {
      return mark.columns();
    }

    @Override
    public int length() {
      return mark.length();
    }

    @Override
    public Chooser chooser(IntFunction<double[]> at, Pass pass) {
      double[][][][] marks = SelectionRule.heads(at.apply(0), mark, heads()); // [b][h][t][0]
      return (sequence, head, query, visible) -> {
        for (int j = 0; j < query; j++) {
          visible[j] = marks[sequence][head][j][0] > 0.5;
        }
        visible[query] = true;
      };
    }
  }

  /** The places of the largest of the first n values, in any order; of equal ones the first. */
  private static int[] best(double[] values, int n, int count) {
    int[] places = new int[Math.min(n, count)];
    if (places.length == 0) {
      return places;
    }
    double least = largest(values, n, places.length);
    int found = 0;
    for (int j = 0; j < n; j++) {
      if (values[j] > least) {
        places[found++] = j;
      }
    }
    for (int j = 0; found < places.length; j++) {
      if (values[j] == least) {
        places[found++] = j;
      }
    }
    return places;
  }

  /** The r-th largest of the first n values, r from 1. */
  private static double largest(double[] values, int n, int r) {
    double[] ordered = Arrays.copyOf(values, n);
    if (r > FEW) {
      Arrays.sort(ordered);
      return ordered[n - r];
    }
    for (int rank = 0; rank < r; rank++) { // puts the largest of the rest in front
      int at = rank;
      for (int j = rank + 1; j < n; j++) {
        at = ordered[j] > ordered[at] ? j : at;
      }
      double value = ordered[at];
      ordered[at] = ordered[rank];
      ordered[rank] = value;
    }
    return ordered[r - 1];
  }

  private static double[] affinities(double[] x, double[][] centres) {
    double[] products = new double[centres.length];
    for (int c = 0; c < centres.length; c++) {
      for (int i = 0; i < x.length; i++) {
        products[c] += centres[c][i] * x[i];
      }
    }
    return products;
  }

  /** Rows (B·T, H·d) as [b][h][t][d]. */
  private static double[][][][] heads(double[] numbers, Value value, int heads) {
    int length = value.length();
    int width = value.columns() / heads;
    double[][][][] all = new double[value.rows() / length][heads][length][];
    for (int row = 0; row < value.rows(); row++) {
      for (int h = 0; h < heads; h++) {
        int from = (row * heads + h) * width;
        all[row / length][h][row % length] = Arrays.copyOfRange(numbers, from, from + width);
      }
    }
    return all;
  }

  /** A stack of matrices as nested arrays. */
  private static double[][][][] nested(
      double[] numbers, int batch, int heads, int rows, int columns) {
    double[][][][] all = new double[batch][heads][rows][];
    int from = 0;
    for (double[][][] sequence : all) {
      for (double[][] head : sequence) {
        for (int i = 0; i < rows; i++) {
          head[i] = Arrays.copyOfRange(numbers, from, from + columns);
          from += columns;
        }
      }
    }
    return all;
  }
}
