package org.attune.model.task;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A fixed set of training examples. Each epoch has all of them, in an order of its own. A batch may
 * end one epoch and begin the next.
 *
 * @param examples size of the set
 * @param seed determines the set and the orders
 */
record Epochs(int examples, long seed) {

  private static final long SET = 0x5E7_0F_F1FEDL;
  private static final long ORDER = 0x0_0DE5L;

  /** Returns the numbers of a step's examples, below {@link #examples}. */
  int[] batch(long step, int size) {
    int[] numbers = new int[size];
    long epoch = -1;
    int[] order = {};
    for (int i = 0; i < size; i++) {
      long place = step * size + i;
      if (place / examples != epoch) {
        epoch = place / examples;
        order = order(epoch);
      }
      numbers[i] = order[(int) (place % examples)];
    }
    return numbers;
  }

  private int[] order(long epoch) {
    SplittableRandom random = DrawnExamples.trainingRandom(seed ^ ORDER, epoch);
    return Draws.some(random, examples, IntStream.range(0, examples).toArray());
  }

  /** Returns the generator of an example. */
  SplittableRandom random(int number) {
    return DrawnExamples.trainingRandom(seed ^ SET, number);
  }
}
