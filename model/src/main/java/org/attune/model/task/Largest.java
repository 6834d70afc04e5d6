package org.attune.model.task;

/** The place of the largest of some numbers. */
final class Largest {

  private Largest() {}

  /**
   * The first place of the largest of {@code count} numbers, counted from the first of them.
   *
   * @param from where they begin
   */
  static int of(float[] values, int from, int count) {
    int best = 0;
    for (int i = 1; i < count; i++) {
      best = values[from + i] > values[from + best] ? i : best;
    }
    return best;
  }
}
