package org.attune.model.bench;

import java.util.List;

/** The median of measured values; a single disturbed run does not change it. */
final class Median {

  private Median() {}

  static double of(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(v -> v).sorted().toArray();
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}
