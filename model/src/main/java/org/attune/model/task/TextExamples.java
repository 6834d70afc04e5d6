package org.attune.model.task;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.api.trial.HeldOutPart;
import org.attune.model.data.Tokens;
import org.attune.model.network.Signature;

/**
 * Windows of a text: some for training, some for validation, some for claims.
 *
 * @param tokens the text, and what follows it for the sealed split
 * @param own number of the text's own tokens
 * @param length tokens in a window
 * @param windows number of validation windows
 * @param longest largest multiple of the length at which the trained network is evaluated
 * @param rewritten the text, and two texts of the same kind that follow it, written by a number;
 *     empty for a text that was read
 * @param bitsPerByte of a reader who knows how the text is written, where that is known
 */
record TextExamples(
    Tokens tokens,
    int own,
    int length,
    WindowSplit split,
    int windows,
    int longest,
    long seed,
    Optional<LongFunction<Tokens>> rewritten,
    Optional<Double> bitsPerByte)
    implements Examples {

  @Override
  public Batch training(long step, int size) {
    SplittableRandom random = DrawnExamples.trainingRandom(seed, step);
    int[] starts = new int[size];
    Arrays.setAll(starts, i -> split.trained(random, length));
    return batch(starts);
  }

  @Override
  public List<Batch> validation(int size) {
    int[] all = split.validated(windows, length);
    List<Batch> batches = new ArrayList<>();
    for (int first = 0; first < all.length; first += size) {
      batches.add(batch(Arrays.copyOfRange(all, first, Math.min(all.length, first + size))));
    }
    return batches;
  }

  private Batch batch(int[] starts) {
    int[][] rows = new int[starts.length][length + 1];
    for (int i = 0; i < starts.length; i++) {
      int start = starts[i];
      Arrays.setAll(rows[i], t -> tokens.ids()[start + t]);
    }
    return Batch.following(rows, 0);
  }

  @Override
  public Metrics metrics() {
    return new TextMetrics(tokens.bytes(), bitsPerByte);
  }

  /** Returns the loss of a prediction from token frequencies alone. */
  @Override
  public Map<String, Double> floors() {
    double[] counts = new double[tokens.vocabulary()];
    double all = 0;
    double bytes = 0;
    for (int i = 0; i < split.frequenciesUntil(); i++) {
      counts[tokens.ids()[i]]++;
      all++;
      bytes += tokens.bytes()[tokens.ids()[i]];
    }
    double entropy = entropy(counts, all);
    double perByte = entropy / Math.log(2) * all / bytes;
    return Map.of("validation_loss", entropy, "bits_per_byte", perByte);
  }

  @Override
  public Map<String, Double> oracles() {
    return bitsPerByte.map(bits -> Map.of("bits_per_byte", bits)).orElse(Map.of());
  }

  /** The nats of a prediction from the counts of tokens. */
  static double entropy(double[] counts, double all) {
    double entropy = 0;
    for (double count : counts) {
      entropy -= count == 0 ? 0 : count / all * Math.log(count / all);
    }
    return entropy;
  }

  /** A file that repeats itself has no windows for claims that the validation lacks. */
  @Override
  public Optional<Examples> sealed() {
    return split
        .sealed(windows, tokens.count(), length, longest)
        .map(other -> evaluatedOn(tokens, length, other, windows, longest))
        .filter(claims -> rewritten.isPresent() || !claims.isCopyOf(this))
        .map(Examples.class::cast);
  }

  /** Whether each of the held-out windows is one of the others'. */
  private boolean isCopyOf(TextExamples other) {
    Set<CharBuffer> known = other.heldOutWindows().collect(Collectors.toSet());
    return heldOutWindows().allMatch(known::contains);
  }

  private Stream<CharBuffer> heldOutWindows() {
    return IntStream.of(split.validated(windows, length))
        .mapToObj(start -> CharBuffer.wrap(tokens.ids(), start, length + 1));
  }

  private TextExamples evaluatedOn(
      Tokens read, int windowLength, WindowSplit other, int windowCount, int multiple) {
    return new TextExamples(
        read, own, windowLength, other, windowCount, multiple, seed, rewritten, bitsPerByte);
  }

  /**
   * A text that is written goes on differently for each replicate. A text that was read deals the
   * windows that it holds out.
   */
  @Override
  public Examples heldOut(HeldOutPart part) {
    if (part.shared()) {
      return this;
    }
    Tokens read = rewritten.map(write -> write.apply(seed)).orElse(tokens);
    return evaluatedOn(read, length, ofReplicate(part, read), windows, longest);
  }

  private WindowSplit ofReplicate(HeldOutPart part, Tokens read) {
    if (split instanceof WindowSplit.LeakyWindows drawn) {
      return new ReplicateSplit.Windows(drawn, part, false);
    }
    if (split instanceof WindowSplit.Contiguous ends) {
      int middle = own + (read.count() - own) / 2;
      return rewritten.isEmpty()
          ? new ReplicateSplit.Blocks(ends, length, longest, part, false)
          : new ReplicateSplit.Written(ends, own, middle, read.count(), false);
    }
    throw new IllegalStateException("these examples have their part: " + split);
  }

  @Override
  public double replicatesApart() {
    return split instanceof ReplicateSplit dealt
        ? dealt.replicatesApart(windows, length)
        : Double.POSITIVE_INFINITY;
  }

  /**
   * Evaluates at 2, 4, ... times the length, on a half, a quarter, ... as many windows of the same
   * part of the text. The number of tokens stays about the same.
   */
  @Override
  public List<Evaluation> evaluations() {
    return Stream.concat(multiples(longest).mapToObj(this::evaluation), following().stream())
        .toList();
  }

  /**
   * Evaluates a training on leaky windows on text that follows: nothing of it was trained on. The
   * second half is the sealed split's.
   */
  private Optional<Evaluation> following() {
    boolean sealed =
        split instanceof WindowSplit.Sealed
            || split instanceof ReplicateSplit dealt && dealt.isSealed();
    int half = (tokens.count() - own) / 2;
    if (!split.leaky() || half <= length) {
      return Optional.empty();
    }
    int from = own + (sealed ? half : 0);
    WindowSplit part = new WindowSplit.Following(split, from, from + half);
    return Optional.of(
        new Evaluation(
            "at_following",
            Signature.tokens(length, tokens.vocabulary()),
            Map.of(),
            evaluatedOn(tokens, length, part, windows, 1)));
  }

  /** Returns 2, 4, ... up to a number. */
  static IntStream multiples(int longest) {
    return IntStream.iterate(2, times -> times <= longest, times -> 2 * times);
  }

  private Evaluation evaluation(int times) {
    int longer = length * times;
    Examples examples = evaluatedOn(tokens, longer, split, Math.max(1, windows / times), 1);
    Signature signature = Signature.tokens(longer, tokens.vocabulary());
    return new Evaluation("at_" + times + "t", signature, Map.of(), examples);
  }

  @Override
  public String fingerprint() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      ByteBuffer two = ByteBuffer.allocate(2 * 4096);
      for (int i = 0; i < own; i++) {
        two.putChar(tokens.ids()[i]);
        if (!two.hasRemaining() || i == own - 1) {
          digest.update(two.array(), 0, two.position());
          two.clear();
        }
      }
      digest.update(split.description().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest.digest(), 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has SHA-256
    }
  }
}
