package org.attune.model.task;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.attune.api.catalog.Parameter;

/**
 * Facts that every sequence shares: each key has one value, which no sequence shows. Only the
 * network's parameters can hold them. (MAD, Poli et al. 2024.)
 */
final class MemorisationTask extends SyntheticTask {

  static final Parameter LENGTH = TaskParameters.tokens(2, 65536, 32, "tokens of a sequence, even");
  static final Parameter SYMBOLS =
      TaskParameters.integer(
          "task.symbols",
          4,
          65536,
          256,
          "distinct tokens: half for keys, half for values, and the sign that asks");

  MemorisationTask() {
    super(
        "memorisation",
        "facts that only parameters can hold: the value of each key",
        "MAD, Poli et al. 2024, arXiv 2403.17844",
        settings -> new Facts(settings.integer(SYMBOLS), settings.integer(LENGTH)),
        LENGTH,
        SYMBOLS);
  }

  /**
   * Keys, each followed by the sign that asks for its value.
   *
   * @param vocabulary tokens: keys, values, and the last the sign
   * @param length T, even
   */
  record Facts(int vocabulary, int length) implements SyntheticSequences {

    private static final long MAP = 0xFAC7; // the facts are the same for every seed

    Facts {
      if (length % 2 != 0) {
        throw new IllegalArgumentException(
            "Invalid task.length: %d is odd, and a sequence is keys with a sign each"
                .formatted(length));
      }
    }

    private int keys() {
      return (vocabulary - 1) / 2;
    }

    /** Returns the value of each key: different values in a fixed random order. */
    private int[] values() {
      int[] order = Draws.permutation(new SplittableRandom(MAP), vocabulary - 1 - keys());
      return IntStream.of(order).map(value -> keys() + value).toArray();
    }

    @Override
    public AskedSequence draw(SplittableRandom random) {
      int[] values = values();
      AskedSequence sequence = AskedSequence.of(length);
      for (int t = 0; t < length; t += 2) {
        int key = random.nextInt(keys());
        sequence.tokens()[t] = key;
        sequence.tokens()[t + 1] = vocabulary - 1;
        sequence.ask(t + 1, values[key]);
      }
      return sequence;
    }

    @Override
    public int[] solve(int[] tokens) {
      int[] values = values();
      int[] answers = new int[length];
      for (int t = 1; t < length; t += 2) {
        answers[t] = values[tokens[t - 1]];
      }
      return answers;
    }

    @Override
    public double chance() {
      return 1.0 / (vocabulary - 1 - keys());
    }
  }
}
