package org.attune.model.task;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * How sequences repeat.
 *
 * @param symbols number of symbols
 * @param shortest shortest period, at least 1
 * @param longest longest period
 * @param length length of a sequence, more than the longest period
 * @param distinct whether the symbols of a period all differ
 * @param repeatedOnly whether only predictable tokens are trained
 */
record Repeats(
    int symbols, int shortest, int longest, int length, boolean distinct, boolean repeatedOnly) {

  Repeats {
    if (shortest > longest) {
      throw new IllegalArgumentException(
          "Invalid task.shortest-period: %d is more than task.period %d"
              .formatted(shortest, longest));
    }
    if (length < longest + 2) {
      throw new IllegalArgumentException(
          "Invalid task.length: %d leaves nothing to repeat after a period of %d (at least %d)"
              .formatted(length, longest, longest + 2));
    }
    if (distinct && longest > symbols) {
      throw new IllegalArgumentException(
          "Invalid task.distinct: a period of %d cannot be of distinct symbols out of %d"
              .formatted(longest, symbols));
    }
  }

  /** Draws a sequence with a period of its own. */
  int[] draw(SplittableRandom random) {
    int period = shortest + random.nextInt(longest - shortest + 1);
    int[] once =
        distinct
            ? Draws.distinct(random, period, 0, symbols)
            : random.ints(period, 0, symbols).toArray();
    int[] sequence = new int[length];
    Arrays.setAll(sequence, t -> once[t % period]);
    return sequence;
  }

  /** Returns the shortest period in range that a sequence follows. */
  int periodOf(int[] sequence) {
    for (int period = shortest; period < longest; period++) {
      boolean kept = true;
      for (int t = period; kept && t < length; t++) {
        kept = sequence[t] == sequence[t - period];
      }
      if (kept) {
        return period;
      }
    }
    return longest;
  }
}
