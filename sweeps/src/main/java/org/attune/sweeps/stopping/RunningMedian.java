package org.attune.sweeps.stopping;

import java.util.Comparator;
import java.util.PriorityQueue;

/** The median of a stream of numbers; adding one takes logarithmic time in their count. */
final class RunningMedian {

  private final PriorityQueue<Double> low = new PriorityQueue<>(Comparator.reverseOrder());
  private final PriorityQueue<Double> high = new PriorityQueue<>();

  int count() {
    return low.size() + high.size();
  }

  void add(double number) {
    low.add(number);
    high.add(low.remove());
    balance();
  }

  /** Removes a number that was added. Iterates over all of them. */
  void remove(double number) {
    if (!low.remove(number)) {
      high.remove(number);
    }
    balance();
  }

  private void balance() {
    while (high.size() > low.size()) {
      low.add(high.remove());
    }
    while (low.size() > high.size() + 1) {
      high.add(low.remove());
    }
  }

  /** The middle number, or the mean of the middle two; requires at least one number. */
  double get() {
    return low.size() > high.size() ? low.element() : (low.element() + high.element()) / 2;
  }
}
