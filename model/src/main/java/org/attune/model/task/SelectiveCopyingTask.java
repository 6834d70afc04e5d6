package org.attune.model.task;

import java.util.SplittableRandom;
import org.attune.api.catalog.Parameter;

/** Copying of tokens that stand among blanks, in order. (MAD, Poli et al. 2024.) */
final class SelectiveCopyingTask extends SyntheticTask {

  static final Parameter LENGTH = TaskParameters.tokens(8, 65536, 256, "tokens in a sequence");
  static final Parameter COPIED =
      TaskParameters.integer("task.copied", 1, 16384, 16, "tokens to copy");
  static final Parameter SYMBOLS =
      TaskParameters.integer(
          "task.symbols",
          3,
          65536,
          16,
          "distinct tokens, the blank and the sign to copy among them");

  SelectiveCopyingTask() {
    super(
        "selective-copying",
        "copies the tokens that stand among blanks, in order",
        "MAD, Poli et al. 2024, arXiv 2403.17844",
        settings ->
            new Copies(
                settings.integer(SYMBOLS), settings.integer(LENGTH), settings.integer(COPIED)),
        LENGTH,
        COPIED,
        SYMBOLS);
  }

  /**
   * Tokens among blanks, the sign to copy, then a blank for each token to answer.
   *
   * @param vocabulary tokens, the last but one the blank, the last the sign
   * @param length T
   * @param copied tokens to copy
   */
  record Copies(int vocabulary, int length, int copied) implements SyntheticSequences {

    Copies {
      if (length <= 2 * copied + 1) {
        throw new IllegalArgumentException(
            "Invalid task.copied: %d tokens, their copies and the sign take more than task.length %d"
                .formatted(copied, length));
      }
    }

    @Override
    public AskedSequence draw(SplittableRandom random) {
      AskedSequence sequence = AskedSequence.of(length);
      int shown = length - copied - 1; // tokens and blanks before the sign
      int left = copied;
      for (int t = 0; t < length; t++) {
        sequence.tokens()[t] = vocabulary - 2;
        boolean token = t < shown && random.nextInt(shown - t) < left;
        if (token) { // each choice of places has the same probability
          int drawn = random.nextInt(vocabulary - 2);
          sequence.tokens()[t] = drawn;
          sequence.ask(length - left, drawn);
          left--;
        }
      }
      sequence.tokens()[shown] = vocabulary - 1;
      return sequence;
    }

    @Override
    public int[] solve(int[] tokens) {
      int[] answers = new int[length];
      int at = length - copied;
      for (int t = 0; t < length - copied - 1; t++) {
        if (tokens[t] != vocabulary - 2) {
          answers[at++] = tokens[t];
        }
      }
      return answers;
    }

    @Override
    public double chance() {
      return 1.0 / (vocabulary - 2);
    }
  }
}
