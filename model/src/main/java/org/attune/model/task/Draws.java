package org.attune.model.task;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Draws without replacement. */
final class Draws {

  private Draws() {}

  /** Draws different numbers from {@code from} to {@code below}, in random order. */
  static int[] distinct(SplittableRandom random, int count, int from, int below) {
    return some(random, count, IntStream.range(from, below).toArray());
  }

  /** Draws {@code count} of the numbers, in random order. The array is not changed. */
  static int[] some(SplittableRandom random, int count, int[] numbers) {
    int[] all = numbers.clone();
    for (int i = 0; i < count; i++) {
      int j = i + random.nextInt(all.length - i);
      int taken = all[j];
      all[j] = all[i];
      all[i] = taken;
    }
    return Arrays.copyOf(all, count);
  }
}
