package org.attune.model.task;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Zeros and ones; the answer at each token is 1 where ones outnumber zeros so far.
 *
 * @param length T
 */
record Majority(int length) implements SyntheticSequences {

  @Override
  public int vocabulary() {
    return 2;
  }

  @Override
  public AskedSequence draw(SplittableRandom random) {
    int[] tokens = IntStream.generate(() -> random.nextInt(2)).limit(length).toArray();
    return AskedSequence.everywhere(tokens, solve(tokens));
  }

  @Override
  public int[] solve(int[] tokens) {
    int[] answers = new int[length];
    int lead = 0; // ones less zeros
    for (int t = 0; t < length; t++) {
      lead += tokens[t] == 1 ? 1 : -1;
      answers[t] = lead > 0 ? 1 : 0;
    }
    return answers;
  }

  /** {@inheritDoc} The better guess is always 0, because a tie is 0. */
  @Override
  public double chance() {
    double sum = 0;
    double tie = 1; // the probability that an even number of tokens so far ties
    for (int t = 1; t <= length; t++) {
      if (t % 2 == 0) {
        tie *= (t - 1.0) / t;
      }
      sum += t % 2 == 0 ? (1 + tie) / 2 : 0.5;
    }
    return sum / length;
  }
}
