package org.attune.model.task;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Splits the windows of a text into training and validation windows. A split that is sealed gives
 * windows for claims in place of the validation windows.
 */
sealed interface WindowSplit
    permits WindowSplit.Contiguous, WindowSplit.LeakyWindows, WindowSplit.TrainedElsewhere {

  /** Draws the start of a training window. */
  int trained(SplittableRandom random, int length);

  /** Returns the starts of the validation windows, the same at each call. */
  int[] validated(int windows, int length);

  /**
   * Returns how many of the first tokens to count for the token frequencies of the training data.
   */
  int frequenciesUntil();

  /** Whether tokens of the validation windows are trained on in other windows. */
  default boolean leaky() {
    return false;
  }

  /** Describes the split for the hash of the data, the same for every replicate. */
  default String description() {
    return toString();
  }

  /**
   * Returns the same split with sealed windows: they are neither trained on nor validated on. Empty
   * if the text has no room for them.
   *
   * @param windows number of validation windows, of the shortest length
   * @param tokens number of all tokens; those after the split's own are sealed
   * @param length of the shortest windows
   * @param longest largest multiple of that length
   */
  Optional<WindowSplit> sealed(int windows, int tokens, int length, int longest);

  /** Trains as another split does, and evaluates on windows of its own. */
  sealed interface TrainedElsewhere extends WindowSplit permits Sealed, ReplicateSplit {

    /** Returns the split whose windows are trained on. */
    WindowSplit split();

    @Override
    default int trained(SplittableRandom random, int length) {
      return split().trained(random, length);
    }

    @Override
    default int frequenciesUntil() {
      return split().frequenciesUntil();
    }

    @Override
    default boolean leaky() {
      return split().leaky();
    }
  }

  /** Evaluates on windows that are for claims alone, the same for every replicate. */
  sealed interface Sealed extends TrainedElsewhere {

    @Override
    default Optional<WindowSplit> sealed(int windows, int tokens, int length, int longest) {
      return Optional.empty();
    }
  }

  /**
   * Trains on the first part and validates on the rest; no window crosses the boundary.
   *
   * @param tokens number of tokens
   * @param trained how many of them are for training
   */
  record Contiguous(int tokens, int trained) implements WindowSplit {

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
      Arrays.setAll(starts, i -> trained + (int) ((long) i * room / starts.length));
      return starts;
    }

    @Override
    public int frequenciesUntil() {
      return trained;
    }

    /** The windows of a text that follows, or those between the validation windows. */
    @Override
    public Optional<WindowSplit> sealed(int windows, int all, int length, int longest) {
      if (all - tokens > length * longest) {
        return Optional.of(new Following(this, tokens, all));
      }
      boolean fits =
          IntStream.iterate(1, times -> times <= longest, times -> 2 * times)
              .allMatch(t -> Between.fits(this, Math.max(1, windows / t), length * t));
      return fits ? Optional.of(new Between(this)) : Optional.empty();
    }
  }

  /**
   * Trains as another split does, and evaluates on a part of the text that follows it.
   *
   * @param split the other split
   * @param from the part's first token
   * @param end the token after its last
   */
  record Following(WindowSplit split, int from, int end) implements Sealed {

    @Override
    public int[] validated(int windows, int length) {
      return new Contiguous(end, from).validated(windows, length);
    }
  }

  /**
   * Trains as another split does, and evaluates between its validation windows. No token is in two
   * windows.
   */
  record Between(Contiguous split) implements Sealed {

    @Override
    public int[] validated(int windows, int length) {
      return IntStream.of(split.validated(windows, length))
          .map(start -> start + length + 1)
          .toArray();
    }

    /** Whether there is room between the validation windows, and after the last. */
    static boolean fits(Contiguous contiguous, int windows, int length) {
      int[] starts = contiguous.validated(windows, length);
      int end = contiguous.tokens;
      boolean fits = starts.length > 0;
      for (int i = starts.length - 1; i >= 0; i--) {
        fits &= starts[i] + 2 * (length + 1) <= end;
        end = starts[i];
      }
      return fits;
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
  record LeakyWindows(int tokens, double share) implements WindowSplit {

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

    @Override
    public boolean leaky() {
      return true;
    }

    /** Returns the starts of all windows of that length on the validation's side, in order. */
    int[] starts(int length) {
      return IntStream.range(0, tokens - length).filter(this::heldOut).toArray();
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

    /** Other windows that are drawn to the validation's side. */
    @Override
    public Optional<WindowSplit> sealed(int windows, int all, int length, int longest) {
      WindowSplit others = new OtherWindows(this);
      boolean fits =
          IntStream.iterate(1, times -> times <= longest, times -> 2 * times)
              .allMatch(t -> others.validated(Math.max(1, windows / t), length * t).length > 0);
      return fits ? Optional.of(others) : Optional.empty();
    }
  }

  /** Trains as another split does, and evaluates on held-out windows that it does not validate. */
  record OtherWindows(LeakyWindows split) implements Sealed {

    private static final long DRAW = 0xC1A1;

    @Override
    public int[] validated(int windows, int length) {
      Set<Integer> validated =
          IntStream.of(split.validated(windows, length)).boxed().collect(Collectors.toSet());
      int[] starts =
          IntStream.range(0, split.tokens - length)
              .filter(start -> split.heldOut(start) && !validated.contains(start))
              .toArray();
      SplittableRandom random = new SplittableRandom(DRAW);
      for (int i = starts.length - 1; i > 0; i--) {
        int other = random.nextInt(i + 1);
        int start = starts[i];
        starts[i] = starts[other];
        starts[other] = start;
      }
      return IntStream.of(starts).limit(windows).toArray();
    }
  }
}
