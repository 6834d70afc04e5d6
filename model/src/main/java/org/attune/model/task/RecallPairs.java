package org.attune.model.task;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Pairs of a key and its value, which a sequence fixes when the key first comes. Values of keys
 * seen before are asked for. The last pair always repeats a key. Training predicts every token.
 * (MAD, Poli et al. 2024, arXiv 2403.17844.)
 *
 * @param vocabulary tokens of keys (the lower half) and values
 * @param all tokens of a sequence, even; the last one is only predicted
 * @param noiseTokens further tokens that are noise
 * @param noise share of pairs that are noise
 */
record RecallPairs(int vocabulary, int all, int noiseTokens, double noise)
    implements SyntheticSequences {

  RecallPairs {
    if (all % 2 != 0) {
      throw new IllegalArgumentException(
          "Invalid task.length: %d is odd, and a sequence is pairs".formatted(all));
    }
  }

  @Override
  public int length() {
    return all - 1;
  }

  /** {@inheritDoc} Noise has tokens of its own. */
  @Override
  public int vocabulary() {
    return vocabulary + noiseTokens;
  }

  @Override
  public AskedSequence draw(SplittableRandom random) {
    int[] tokens = new int[all];
    boolean[] asked = new boolean[all];
    int[] values = new int[vocabulary / 2];
    Arrays.fill(values, -1);
    int pairs = all / 2;
    int certain = random.nextInt(pairs - 1); // this pair is no noise
    for (int p = 0; p < pairs; p++) {
      boolean last = p == pairs - 1;
      if (p != certain && !last && random.nextDouble() < noise) {
        tokens[2 * p] = vocabulary + random.nextInt(noiseTokens);
        tokens[2 * p + 1] = vocabulary + random.nextInt(noiseTokens);
        continue;
      }
      int key = last ? shown(random, values) : random.nextInt(values.length);
      asked[2 * p + 1] = values[key] >= 0;
      if (values[key] < 0) {
        values[key] = values.length + random.nextInt(vocabulary - values.length);
      }
      tokens[2 * p] = key;
      tokens[2 * p + 1] = values[key];
    }
    return AskedSequence.predicting(tokens, asked);
  }

  /** Draws one of the keys that have a value. */
  private static int shown(SplittableRandom random, int[] values) {
    int key = random.nextInt(values.length);
    while (values[key] < 0) {
      key = random.nextInt(values.length);
    }
    return key;
  }

  @Override
  public int[] solve(int[] tokens) {
    int[] values = new int[vocabulary / 2];
    int[] answers = new int[tokens.length];
    for (int t = 0; t < tokens.length; t++) {
      boolean key = tokens[t] < values.length;
      answers[t] = key ? values[tokens[t]] : 0;
      if (t > 0 && tokens[t - 1] < values.length) {
        values[tokens[t - 1]] = tokens[t];
      }
    }
    return answers;
  }

  @Override
  public double chance() {
    return 1.0 / (vocabulary - vocabulary / 2);
  }

  @Override
  public boolean trainsOnAll() {
    return true;
  }
}
