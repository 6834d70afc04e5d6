package org.attune.model.task;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Which windows of a text are trained on and which are validated on. */
sealed interface Split {

  /** Where a window that is trained on starts. */
  int trained(SplittableRandom random, int length);

  /** Where the windows that are validated on start: the same for every seed. */
  int[] validated(int windows, int length);

  /** How many of the first tokens tell how often tokens occur in what is trained on. */
  int frequenciesUntil();

  /**
   * The first part is trained on, the rest validated on; no window lies in both.
   *
   * @param tokens there are
   * @param trained how many of them are trained on
   */
  record Contiguous(int tokens, int trained) implements Split {

    static Contiguous of(int tokens, double validated) {
      return new Contiguous(tokens, (int) Math.round(tokens * (1 - validated)));
    }

    @Override
    public int trained(SplittableRandom random, int length) {
      return random.nextInt(trained - length);
    }

    /** Evenly spread. */
    @Override
    public int[] validated(int windows, int length) {
      int room = tokens - trained - length; // places where a window may start
      int[] starts = new int[Math.min(windows, room)];
      for (int i = 0; i < starts.length; i++) {
        starts[i] = trained + (int) ((long) i * room / starts.length);
      }
      return starts;
    }

    @Override
    public int frequenciesUntil() {
      return trained;
    }
  }

  /**
   * Every window, whatever it shares with others, is drawn into one part or the other. Windows
   * validated on lie almost wholly in windows trained on: what is measured is how fast a model
   * learns the text by heart. (NeonBench's split; science 1.3.)
   *
   * @param tokens there are
   * @param share of the windows that are validated on
   */
  record LeakyWindows(int tokens, double share) implements Split {

    private static final long DRAW = 0x5EED; // the same for every trial

    @Override
    public int trained(SplittableRandom random, int length) {
      while (true) {
        int start = random.nextInt(tokens - length);
        if (!heldOut(start)) {
          return start;
        }
      }
    }

    @Override
    public int[] validated(int windows, int length) {
      SplittableRandom random = new SplittableRandom(DRAW);
      int room = tokens - length;
      return random.ints(0, room).filter(this::heldOut).limit(windows).toArray();
    }

    /** Whether there is a window of that length to validate on. */
    boolean holdsOut(int length) {
      return IntStream.range(0, tokens - length).anyMatch(this::heldOut);
    }

    /** Whether there is one to train on. */
    boolean trainsOn(int length) {
      return !IntStream.range(0, tokens - length).allMatch(this::heldOut);
    }

    private boolean heldOut(int start) {
      return new SplittableRandom(DRAW + start).nextDouble() < share;
    }

    @Override
    public int frequenciesUntil() {
      return tokens;
    }
  }
}
