package org.attune.model.primitive.selection;

import java.util.Arrays;

/** Finds the largest of some numbers, and the numbers to rank by. */
final class Ranking {

  /** Up to this count, a linear search finds each of the largest; above it, sorting does. */
  private static final int FEW = 4;

  private Ranking() {}

  /**
   * The places of the largest of the n values from {@code from} on, relative to {@code from}, in
   * any order. Ties go to the first. A value that is not a number counts as infinite: what is
   * chosen by it then has no numbers, so the loss says that training diverged.
   */
  static int[] largest(double[] values, int from, int n, int count) {
    int[] places = new int[Math.min(n, count)];
    if (places.length == 0) {
      return places;
    }
    double[] sizes = Arrays.copyOfRange(values, from, from + n);
    for (int j = 0; j < n; j++) {
      sizes[j] = Double.isNaN(sizes[j]) ? Double.POSITIVE_INFINITY : sizes[j];
    }
    double least = ranked(sizes.clone(), places.length);
    int found = 0;
    for (int j = 0; j < n; j++) {
      if (sizes[j] > least) {
        places[found++] = j;
      }
    }
    for (int j = 0; found < places.length; j++) {
      if (sizes[j] == least) {
        places[found++] = j;
      }
    }
    return places;
  }

  /** The products of row {@code row} with {@code count} centroids, starting at a given one. */
  static double[] affinities(HeadRows rows, int row, double[] centroids, int first, int count) {
    int width = rows.width();
    double[] products = new double[count];
    for (int c = 0; c < count; c++) {
      for (int i = 0; i < width; i++) {
        products[c] += centroids[first + c * width + i] * rows.numbers()[row + i];
      }
    }
    return products;
  }

  /** The r-th largest, r from 1; reorders the values. */
  private static double ranked(double[] values, int r) {
    if (r > FEW) {
      Arrays.sort(values);
      return values[values.length - r];
    }
    for (int rank = 0; rank < r; rank++) { // moves the largest of the rest to the front
      int at = rank;
      for (int j = rank + 1; j < values.length; j++) {
        at = values[j] > values[at] ? j : at;
      }
      double value = values[at];
      values[at] = values[rank];
      values[rank] = value;
    }
    return values[r - 1];
  }
}
