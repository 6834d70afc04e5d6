package org.attune.model.task;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Draws of several numbers. */
final class Draws {

  private Draws() {}

  /** Draws numbers from N(0, 1). */
  static double[] gaussian(SplittableRandom random, int count) {
    double[] all = new double[count];
    Arrays.setAll(all, i -> random.nextGaussian());
    return all;
  }

  /** Draws an order of the numbers from 0 to {@code count - 1}. */
  static int[] permutation(SplittableRandom random, int count) {
    int[] all = new int[count];
    for (int i = 0; i < count; i++) {
      int j = random.nextInt(i + 1);
      all[i] = all[j];
      all[j] = i;
    }
    return all;
  }

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
