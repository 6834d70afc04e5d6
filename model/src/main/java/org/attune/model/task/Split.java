package org.attune.model.task;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Splits the windows of a text into training and validation windows. */
sealed interface Split {

  /** Draws the start of a training window. */
  int trained(SplittableRandom random, int length);

  /** Returns the starts of the validation windows, the same for every seed. */
  int[] validated(int windows, int length);

  /**
   * Returns how many of the first tokens to count for the token frequencies of the training data.
   */
  int frequenciesUntil();

  /**
   * Trains on the first part and validates on the rest; no window crosses the boundary.
   *
   * @param tokens number of tokens
   * @param trained how many of them are for training
   */
  record Contiguous(int tokens, int trained) implements Split {

    static Contiguous of(int tokens, double validated) {
      return new Contiguous(tokens, (int) Math.round(tokens * (1 - validated)));
    }

    @Override
    public int trained(SplittableRandom random, int length) {
      return random.nextInt(trained - length);
    }

    /** Returns starts that are evenly spread. */
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
   * Draws every window, regardless of overlaps, into one part or the other. Validation windows lie
   * almost wholly in training windows, so the loss measures how fast a model learns the text by
   * heart. (NeonBench's split; science 1.3.)
   *
   * @param tokens number of tokens
   * @param share share of the windows for validation
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

    /** Whether there is a validation window of that length. */
    boolean holdsOut(int length) {
      return IntStream.range(0, tokens - length).anyMatch(this::heldOut);
    }

    /** Whether there is a training window of that length. */
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
