package org.attune.model.task;

/** Finds the index of the largest number. */
final class Largest {

  private Largest() {}

  /**
   * Returns the index of the first largest of {@code count} numbers, relative to {@code from}.
   *
   * @param from index of the first number
   */
  static int of(float[] values, int from, int count) {
    int best = 0;
    for (int i = 1; i < count; i++) {
      best = values[from + i] > values[from + best] ? i : best;
    }
    return best;
  }
}
