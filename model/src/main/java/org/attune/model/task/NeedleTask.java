package org.attune.model.task;

import java.util.List;
import java.util.SplittableRandom;
import org.attune.api.catalog.Parameter;

/**
 * A needle in a haystack: marked facts among random tokens; the end of the sequence asks for one of
 * them. Accuracy is also reported by depth, in quarters of the haystack. Source: ours, after
 * Kamradt 2023.
 */
final class NeedleTask extends SyntheticTask {

  static final Parameter LENGTH = TaskParameters.tokens(16, 65536, 256, "tokens in a sequence");
  static final Parameter NEEDLES =
      TaskParameters.integer(
          "task.needles", 1, 1024, 1, "facts; the end of the sequence asks for one");
  static final Parameter SYMBOLS =
      TaskParameters.integer(
          "task.symbols",
          4,
          65536,
          64,
          "distinct tokens: the mark, keys, values, and one half straw");

  NeedleTask() {
    super(
        "needle",
        "a marked fact in a long sequence, asked for at its end",
        "ours, after Kamradt 2023",
        settings ->
            new Haystack(
                settings.integer(SYMBOLS), settings.integer(LENGTH), settings.integer(NEEDLES)),
        LENGTH,
        NEEDLES,
        SYMBOLS);
  }

  @Override
  List<String> groups() {
    return List.of("depth_<percent>");
  }

  /**
   * Straw with facts {@code mark key value} in it, then {@code mark key}. The value is asked for at
   * the last token.
   *
   * @param vocabulary tokens: 0 the mark, a quarter each of keys and values, the upper half straw
   * @param length T
   * @param needles facts
   */
  record Haystack(int vocabulary, int length, int needles) implements SyntheticSequences {

    static final int DEPTHS = 4;
    private static final int FACT = 3;

    Haystack {
      if (slots(length) < needles) {
        throw new IllegalArgumentException(
            "Invalid task.needles: %d facts of three tokens do not fit task.length %d"
                .formatted(needles, length));
      }
      if (needles > keys(vocabulary)) {
        throw new IllegalArgumentException(
            "Invalid task.needles: %d facts need %d keys; task.symbols %d gives %d"
                .formatted(needles, needles, vocabulary, keys(vocabulary)));
      }
    }

    static String groupOf(int depth) {
      return "depth_" + 100 * depth / DEPTHS;
    }

    private static int slots(int length) {
      return (length - 2) / FACT;
    }

    private static int keys(int vocabulary) {
      return vocabulary / 4;
    }

    private int firstValue() {
      return 1 + keys(vocabulary);
    }

    private int firstStraw() {
      return firstValue() + values();
    }

    private int values() {
      return Math.max(1, vocabulary / 4 - 1);
    }

    @Override
    public AskedSequence draw(SplittableRandom random) {
      AskedSequence sequence = AskedSequence.of(length);
      int[] tokens = sequence.tokens();
      for (int t = 0; t < length; t++) {
        tokens[t] = firstStraw() + random.nextInt(vocabulary - firstStraw());
      }
      int[] slots = Draws.distinct(random, needles, 0, slots(length));
      int[] keys = Draws.distinct(random, needles, 0, keys(vocabulary));
      int answer = 0;
      for (int n = 0; n < needles; n++) {
        int value = firstValue() + random.nextInt(values());
        tokens[FACT * slots[n]] = 0;
        tokens[FACT * slots[n] + 1] = 1 + keys[n];
        tokens[FACT * slots[n] + 2] = value;
        answer = n == 0 ? value : answer;
      }
      tokens[length - 2] = 0;
      tokens[length - 1] = 1 + keys[0];
      sequence.ask(length - 1, answer);
      return sequence;
    }

    @Override
    public int[] solve(int[] tokens) {
      int[] answers = new int[length];
      int place = place(tokens);
      answers[length - 1] = tokens[place + 2];
      return answers;
    }

    /** The position of the fact that the end of the sequence asks for. */
    private int place(int[] tokens) {
      int place = 0;
      while (tokens[place] != 0 || tokens[place + 1] != tokens[length - 1]) {
        place++;
      }
      return place;
    }

    @Override
    public double chance() {
      return 1.0 / values();
    }

    @Override
    public String group(int[] tokens, boolean[] asked) {
      return groupOf(place(tokens) * DEPTHS / length);
    }
  }
}
