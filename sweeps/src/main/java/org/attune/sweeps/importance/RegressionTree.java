package org.attune.sweeps.importance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;

/**
 * A regression tree that splits where the squared error falls most (Breiman, Friedman, Olshen and
 * Stone, "Classification and Regression Trees", 1984). Levels without order are split in the order
 * of their means, which finds the best subset (there, theorem 9.6).
 */
final class RegressionTree {

  private final List<TreeFeature> columns;
  private final double[] values;
  private final int least;
  private final Random random;
  private final Node root;

  private sealed interface Node {}

  private record Leaf(double value) implements Node {}

  private record Fork(Split split, Node below, Node above) implements Node {}

  /**
   * A split of a column.
   *
   * @param below whether a number or a level of the column is below it
   */
  private record Split(int column, DoublePredicate below, double gain) {}

  /**
   * Grows a tree.
   *
   * @param in cells that it is grown on, with repetitions
   * @param least cells in a leaf
   * @param random chooses the columns that a split may use
   */
  RegressionTree(List<TreeFeature> columns, double[] values, int[] in, int least, Random random) {
    this.columns = columns;
    this.values = values;
    this.least = least;
    this.random = random;
    this.root = grow(in);
  }

  private Node grow(int[] in) {
    double mean = Arrays.stream(in).mapToDouble(i -> values[i]).average().orElseThrow();
    Optional<Split> best = in.length < 2 * least ? Optional.empty() : best(in);
    if (best.isEmpty()) {
      return new Leaf(mean);
    }
    double[] column = columns.get(best.get().column).values();
    DoublePredicate side = best.get().below;
    int[] below = Arrays.stream(in).filter(i -> side.test(column[i])).toArray();
    int[] above = Arrays.stream(in).filter(i -> !side.test(column[i])).toArray();
    return new Fork(best.get(), grow(below), grow(above));
  }

  private Optional<Split> best(int[] in) {
    List<Integer> candidates = new ArrayList<>(IntStream.range(0, columns.size()).boxed().toList());
    // Five columns of six, as in the forests of Hutter et al.
    int tried = (5 * columns.size() + 5) / 6;
    Optional<Split> best = Optional.empty();
    for (int t = 0; t < tried; t++) {
      int column = candidates.remove(random.nextInt(candidates.size()));
      Optional<Split> split = best(column, in);
      if (split.isPresent() && (best.isEmpty() || split.get().gain > best.get().gain)) {
        best = split;
      }
    }
    return best;
  }

  private Optional<Split> best(int c, int[] in) {
    TreeFeature column = columns.get(c);
    double[] keys = column.nominal() ? levelMeans(column, in) : column.values();
    Integer[] order = Arrays.stream(in).boxed().toArray(Integer[]::new);
    Comparator<Integer> byKey =
        column.nominal()
            ? Comparator.<Integer>comparingDouble(i -> keys[(int) column.values()[i]])
                .thenComparingDouble(i -> column.values()[i])
            : Comparator.comparingDouble(i -> keys[i]);
    Arrays.sort(order, byKey);
    double total = 0;
    for (int i : in) {
      total += values[i];
    }
    double sum = 0;
    double most = 0;
    int at = -1;
    for (int k = 1; k < order.length; k++) {
      sum += values[order[k - 1]];
      boolean same = column.values()[order[k - 1]] == column.values()[order[k]];
      if (!same && k >= least && order.length - k >= least) {
        double rest = order.length - k;
        double gain =
            sum * sum / k + (total - sum) * (total - sum) / rest - total * total / order.length;
        if (gain > most) {
          most = gain;
          at = k;
        }
      }
    }
    if (at < 0 || most <= 1e-12 * Math.abs(total)) {
      return Optional.empty();
    }
    if (!column.nominal()) {
      double middle = (column.values()[order[at - 1]] + column.values()[order[at]]) / 2;
      return Optional.of(new Split(c, value -> value <= middle, most));
    }
    BitSet levels = new BitSet();
    for (int k = 0; k < at; k++) {
      levels.set((int) column.values()[order[k]]);
    }
    return Optional.of(new Split(c, level -> levels.get((int) level), most));
  }

  private double[] levelMeans(TreeFeature column, int[] in) {
    double[] sums = new double[column.points().length];
    int[] counts = new int[sums.length];
    for (int i : in) {
      sums[(int) column.values()[i]] += values[i];
      counts[(int) column.values()[i]]++;
    }
    for (int level = 0; level < sums.length; level++) {
      sums[level] = counts[level] == 0 ? Double.MAX_VALUE : sums[level] / counts[level];
    }
    return sums;
  }

  /** The tree's prediction for a cell with these values. */
  double predict(double[] at) {
    Node node = root;
    while (node instanceof Fork fork) {
      node = fork.split.below.test(at[fork.split.column]) ? fork.below : fork.above;
    }
    return ((Leaf) node).value;
  }

  /**
   * Adds the mean over all other columns at each point of each column (Hutter, Hoos and
   * Leyton-Brown, ICML 2014, equation 4: exact, leaf by leaf).
   *
   * @param into one array a column, one number a point
   */
  void addMarginals(double[][] into) {
    boolean[][] within = new boolean[columns.size()][];
    double[] masses = new double[columns.size()];
    for (int c = 0; c < within.length; c++) {
      within[c] = new boolean[columns.get(c).points().length];
      Arrays.fill(within[c], true);
      masses[c] = 1;
    }
    addMarginals(root, within, masses, into);
  }

  private void addMarginals(Node node, boolean[][] within, double[] masses, double[][] into) {
    if (node instanceof Leaf leaf) {
      for (int c = 0; c < masses.length; c++) {
        double others = leaf.value;
        for (int other = 0; other < masses.length; other++) {
          others *= other == c ? 1 : masses[other];
        }
        for (int p = 0; p < within[c].length; p++) {
          into[c][p] += within[c][p] ? others : 0;
        }
      }
      return;
    }
    Fork fork = (Fork) node;
    int c = fork.split.column;
    boolean[] before = within[c];
    double mass = masses[c];
    for (boolean side : new boolean[] {true, false}) {
      boolean[] now = before.clone();
      double left = 0;
      for (int p = 0; p < now.length; p++) {
        now[p] &= fork.split.below.test(columns.get(c).points()[p]) == side;
        left += now[p] ? columns.get(c).weights()[p] : 0;
      }
      within[c] = now;
      masses[c] = left;
      addMarginals(side ? fork.below : fork.above, within, masses, into);
    }
    within[c] = before;
    masses[c] = mass;
  }
}
