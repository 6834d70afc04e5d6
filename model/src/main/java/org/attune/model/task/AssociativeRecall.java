package org.attune.model.task;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Sequences of multi-query associative recall: {@code k1 v1 k2 v2 ...}, then fillers among which
 * each key stands once more. The token after such a key is a filler; the network must answer with
 * the key's value at the key. Gaps before queries follow a power law, and no filler equals a key or
 * a value of its sequence. (Arora et al. 2023, arXiv 2312.04927.)
 *
 * @param vocabulary tokens: 0 is the blank, the rest of the lower half are keys, the upper half
 *     values
 * @param length T
 * @param fewest fewest pairs of a sequence
 * @param pairs most pairs of a sequence
 * @param exponent a in the power law a g^(a-1) of the gaps, in steps of two tokens
 * @param randomFillers whether fillers are random tokens; else they are blanks
 */
record AssociativeRecall(
    int vocabulary, int length, int fewest, int pairs, double exponent, boolean randomFillers)
    implements SyntheticSequences {

  AssociativeRecall {
    if (fewest > pairs) {
      throw new IllegalArgumentException(
          "Invalid task.fewest-pairs: %d is more than task.pairs %d".formatted(fewest, pairs));
    }
    if (4 * pairs > length) {
      throw new IllegalArgumentException(
          "Invalid task.pairs: %d pairs and their queries take %d tokens, more than task.length %d"
              .formatted(pairs, 4 * pairs, length));
    }
    if (vocabulary / 2 - 1 <= pairs) {
      throw new IllegalArgumentException(
          "Invalid task.symbols: %d tokens leave no filler beside %d keys and values (at least %d)"
              .formatted(vocabulary, pairs, 2 * (pairs + 2)));
    }
  }

  static String groupOf(int pairs) {
    return pairs + "_pairs";
  }

  @Override
  public AskedSequence draw(SplittableRandom random) {
    int count = fewest;
    if (fewest < pairs) {
      int doublings = 31 - Integer.numberOfLeadingZeros(pairs / fewest);
      count = fewest << random.nextInt(doublings + 1);
    }
    int[] keys = Draws.distinct(random, count, 1, vocabulary / 2);
    int[] values = Draws.distinct(random, count, vocabulary / 2, vocabulary);
    AskedSequence sequence = AskedSequence.of(length);
    int[] tokens = sequence.tokens();
    for (int p = 0; p < count; p++) {
      tokens[2 * p] = keys[p];
      tokens[2 * p + 1] = values[p];
    }
    fill(random, tokens, 2 * count, keys, values);
    int[] gaps = gaps(random, count);
    for (int p = 0; p < count; p++) {
      int at = 2 * count + 2 * gaps[p];
      tokens[at] = keys[p];
      sequence.ask(at, values[p]);
    }
    return sequence;
  }

  private void fill(SplittableRandom random, int[] tokens, int from, int[] keys, int[] values) {
    if (!randomFillers) {
      return; // blanks are 0
    }
    boolean[] used = new boolean[vocabulary];
    for (int p = 0; p < keys.length; p++) {
      used[keys[p]] = true;
      used[values[p]] = true;
    }
    for (int t = from; t < length; t++) {
      do {
        tokens[t] = random.nextInt(vocabulary);
      } while (used[tokens[t]]);
    }
  }

  /**
   * Draws different gaps with weights (g + 1)^(a-1): those with the largest log(u) / weight, which
   * is drawing without replacement. (Efraimidis and Spirakis 2006.)
   */
  private int[] gaps(SplittableRandom random, int count) {
    int room = (length - 2 * count) / 2;
    double[] ranks = new double[room];
    Arrays.setAll(ranks, g -> Math.log(1 - random.nextDouble()) / Math.pow(g + 1.0, exponent - 1));
    return IntStream.range(0, room)
        .boxed()
        .sorted((a, b) -> Double.compare(ranks[b], ranks[a]))
        .limit(count)
        .mapToInt(g -> g)
        .toArray();
  }

  @Override
  public int[] solve(int[] tokens) {
    Map<Integer, Integer> values = new HashMap<>();
    int[] answers = new int[length];
    for (int t = 0; t < length; t++) {
      answers[t] = values.getOrDefault(tokens[t], 0);
      boolean pair =
          t > 0
              && tokens[t - 1] > 0
              && tokens[t - 1] < vocabulary / 2
              && tokens[t] >= vocabulary / 2;
      if (pair) {
        values.putIfAbsent(tokens[t - 1], tokens[t]);
      }
    }
    return answers;
  }

  @Override
  public double chance() {
    return 1.0 / (vocabulary - vocabulary / 2);
  }

  @Override
  public String group(int[] tokens, boolean[] asked) {
    int count = 0;
    for (boolean one : asked) {
      count += one ? 1 : 0;
    }
    return fewest < pairs && Integer.bitCount(count) == 1 ? groupOf(count) : "";
  }
}
