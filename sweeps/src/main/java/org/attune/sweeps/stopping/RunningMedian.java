package org.attune.sweeps.stopping;

import java.util.Comparator;
import java.util.PriorityQueue;

/** The median of numbers that come one after the other: a number costs the logarithm of so many. */
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

  /** Takes back a number that was added. Walks all of them. */
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

  /** The middle one, or the mean of the two; there must be one. */
  double get() {
    return low.size() > high.size() ? low.element() : (low.element() + high.element()) / 2;
  }
}
