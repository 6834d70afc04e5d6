package org.attune.model.task;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.attune.api.trial.HeldOutPart;

/**
 * Trains as another split does, and evaluates on windows of a replicate's own: for validation, or
 * for claims. No token of the one kind is in a window of the other, whatever the replicate.
 */
sealed interface ReplicateSplit extends WindowSplit.TrainedElsewhere {

  /** Whether the windows are for claims. */
  boolean isSealed();

  /** Returns the same split with the windows for claims. */
  ReplicateSplit forClaims();

  /** Whether there is room for windows for claims, up to a length. */
  boolean hasClaims(int length);

  /** See {@link Examples#replicatesApart}. */
  double replicatesApart(int windows, int length);

  @Override
  default String description() {
    return split().description() + HeldOutPlaces.DEALT;
  }

  @Override
  default Optional<WindowSplit> sealed(int windows, int tokens, int length, int longest) {
    return isSealed() || !hasClaims(length * longest) ? Optional.empty() : Optional.of(forClaims());
  }

  /**
   * Blocks of the end of a file's text, in turn for validation and for claims.
   *
   * @param length tokens of the shortest windows
   * @param longest multiple of it that fits a block
   * @param part the replicate's
   */
  record Blocks(Contiguous split, int length, int longest, HeldOutPart part, boolean isSealed)
      implements ReplicateSplit {

    private int size() {
      return length * longest + 1;
    }

    private int blocks() {
      return (split.tokens() - split.trained()) / size();
    }

    @Override
    public boolean hasClaims(int longer) {
      return blocks() > 1;
    }

    @Override
    public ReplicateSplit forClaims() {
      return new Blocks(split, length, longest, part, true);
    }

    /** As many blocks as the windows take, at any multiple of the shortest length. */
    private HeldOutPlaces places(int windows, int longer) {
      int inBlock = length * longest / longer;
      return HeldOutPlaces.ofSplit(blocks(), isSealed, (windows + inBlock - 1) / inBlock);
    }

    @Override
    public int[] validated(int windows, int longer) {
      int inBlock = length * longest / longer;
      return Arrays.stream(places(windows, longer).of(part))
          .mapToInt(place -> split.trained() + (int) place * size())
          .flatMap(block -> IntStream.range(0, inBlock).map(i -> block + i * longer))
          .limit(windows)
          .toArray();
    }

    @Override
    public double replicatesApart(int windows, int longer) {
      return places(windows, longer).replicatesApart();
    }
  }

  /** Windows that were drawn to the validation's side, in turn for validation and for claims. */
  record Windows(LeakyWindows split, HeldOutPart part, boolean isSealed) implements ReplicateSplit {

    @Override
    public boolean hasClaims(int length) {
      return split.starts(length).length > 1;
    }

    @Override
    public ReplicateSplit forClaims() {
      return new Windows(split, part, true);
    }

    @Override
    public int[] validated(int windows, int length) {
      int[] starts = split.starts(length);
      return Arrays.stream(HeldOutPlaces.ofSplit(starts.length, isSealed, windows).of(part))
          .mapToInt(place -> starts[(int) place])
          .toArray();
    }

    @Override
    public double replicatesApart(int windows, int length) {
      return HeldOutPlaces.ofSplit(split.starts(length).length, isSealed, windows)
          .replicatesApart();
    }
  }

  /**
   * Two texts that were written for the replicate. They follow the text that is trained on.
   *
   * @param from first token of the one for validation
   * @param middle first token of the one for claims
   * @param end the token after its last
   */
  record Written(Contiguous split, int from, int middle, int end, boolean isSealed)
      implements ReplicateSplit {

    @Override
    public boolean hasClaims(int longer) {
      return true;
    }

    @Override
    public ReplicateSplit forClaims() {
      return new Written(split, from, middle, end, true);
    }

    @Override
    public int[] validated(int windows, int length) {
      Contiguous text = isSealed ? new Contiguous(end, middle) : new Contiguous(middle, from);
      return text.validated(windows, length);
    }

    @Override
    public double replicatesApart(int windows, int length) {
      return Double.POSITIVE_INFINITY;
    }
  }
}
