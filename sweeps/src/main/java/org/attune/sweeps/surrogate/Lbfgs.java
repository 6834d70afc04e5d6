package org.attune.sweeps.surrogate;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;

/**
 * Minimises a smooth function in a box. It uses limited-memory BFGS over the coordinates that are
 * not at a bound (Nocedal and Wright, "Numerical Optimization", 2006, algorithm 7.4). Each step is
 * projected onto the box (Bertsekas 1982), with backtracking.
 */
final class Lbfgs {

  private static final int MEMORY = 8;
  private static final int MOST_HALVINGS = 20;
  private static final double ENOUGH_DESCENT = 1e-4;

  private Lbfgs() {}

  /** A function and its gradient. */
  interface Function {
    /** The value at a point; writes the gradient. It may be infinite, but not at the start. */
    double at(double[] point, double[] gradient);
  }

  private record Pair(double[] step, double[] change, double product) {}

  /** The lowest point found; does not modify the start. */
  static double[] minimize(
      Function function, double[] start, double[] low, double[] high, int iterations) {
    int n = start.length;
    double[] x = clamp(start, low, high);
    double[] gradient = new double[n];
    double value = function.at(x, gradient);
    Deque<Pair> memory = new ArrayDeque<>();
    for (int iteration = 0; iteration < iterations; iteration++) {
      double[] direction = direction(memory, hold(gradient.clone(), gradient, x, low, high));
      hold(direction, gradient, x, low, high);
      double slope = dot(direction, gradient);
      if (!(slope < 0)) {
        if (memory.isEmpty()) {
          return x;
        }
        memory.clear();
        continue;
      }
      double length = 1;
      if (memory.isEmpty()) {
        length = Math.min(1, 0.3 / Math.max(1e-12, Math.sqrt(dot(direction, direction))));
      }
      double[] next = null;
      double[] nextGradient = new double[n];
      double nextValue = value;
      for (int halving = 0; halving < MOST_HALVINGS; halving++, length *= 0.4) {
        double[] trial = new double[n];
        for (int i = 0; i < n; i++) {
          trial[i] = x[i] + length * direction[i];
        }
        trial = clamp(trial, low, high);
        double trialValue = function.at(trial, nextGradient);
        if (trialValue <= value + ENOUGH_DESCENT * length * slope) {
          next = trial;
          nextValue = trialValue;
          break;
        }
      }
      if (next == null) {
        if (memory.isEmpty()) {
          return x;
        }
        memory.clear();
        continue;
      }
      double[] step = new double[n];
      double[] change = new double[n];
      for (int i = 0; i < n; i++) {
        step[i] = next[i] - x[i];
        change[i] = nextGradient[i] - gradient[i];
      }
      double product = dot(step, change);
      if (product > 1e-12 * dot(change, change)) {
        memory.addFirst(new Pair(step, change, product));
        if (memory.size() > MEMORY) {
          memory.removeLast();
        }
      }
      boolean settled = value - nextValue <= 1e-9 * Math.max(1, Math.abs(value));
      x = next;
      value = nextValue;
      gradient = nextGradient;
      if (settled) {
        return x;
      }
    }
    return x;
  }

  private static double[] direction(Deque<Pair> memory, double[] gradient) {
    double[] q = gradient;
    double[] factors = new double[memory.size()];
    int i = 0;
    for (Pair pair : memory) {
      factors[i] = dot(pair.step, q) / pair.product;
      add(q, -factors[i++], pair.change);
    }
    if (!memory.isEmpty()) {
      Pair last = memory.getFirst();
      double scale = last.product / dot(last.change, last.change);
      for (int j = 0; j < q.length; j++) {
        q[j] *= scale;
      }
    }
    for (Iterator<Pair> oldestFirst = memory.descendingIterator(); oldestFirst.hasNext(); ) {
      Pair pair = oldestFirst.next();
      i--;
      add(q, factors[i] - dot(pair.change, q) / pair.product, pair.step);
    }
    for (int j = 0; j < q.length; j++) {
      q[j] = -q[j];
    }
    return q;
  }

  /** Sets to 0 what is along a coordinate whose bound holds it against the gradient. */
  private static double[] hold(
      double[] along, double[] gradient, double[] x, double[] low, double[] high) {
    for (int i = 0; i < x.length; i++) {
      boolean held = x[i] <= low[i] && gradient[i] > 0 || x[i] >= high[i] && gradient[i] < 0;
      along[i] = held ? 0 : along[i];
    }
    return along;
  }

  private static double[] clamp(double[] x, double[] low, double[] high) {
    double[] inside = Arrays.copyOf(x, x.length);
    for (int i = 0; i < x.length; i++) {
      inside[i] = Math.min(high[i], Math.max(low[i], x[i]));
    }
    return inside;
  }

  private static void add(double[] to, double factor, double[] what) {
    for (int i = 0; i < to.length; i++) {
      to[i] += factor * what[i];
    }
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
