package org.attune.model.task;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.attune.api.catalog.Configuration;
import org.attune.api.trial.HeldOutPart;
import org.attune.model.data.TokenShards;

/**
 * Windows of token shards. Each row of a batch reads a part of the corpus of its own from end to
 * end, so the rows of a batch are far apart and no token comes twice before all have come. The seed
 * says where the first row starts. Validation reads the first half of the held-out files, the
 * sealed split the second. Replicates share the windows of a half, or each is dealt its own.
 */
final class ShardExamples implements Examples {

  private static final int AHEAD = 1 << 15; // tokens that a row reads at a time
  private static final int COUNTED = 1 << 20; // tokens whose frequencies are counted
  private static final int SAMPLED = 1 << 10; // tokens of each file in the fingerprint

  private final TokenShards training;
  private final TokenShards held;
  private final int length;
  private final int windows;
  private final int vocabulary;
  private final long seed;
  private final boolean sealed;
  private final HeldOutPart part;
  private final Map<Integer, Piece> pieces = new HashMap<>(); // by row

  /** Tokens that a row has read. */
  private record Piece(long from, int[] tokens) {

    boolean has(long first, int count) {
      return first >= from && first + count <= from + tokens.length;
    }
  }

  ShardExamples(
      TokenShards training,
      TokenShards held,
      int length,
      int windows,
      int vocabulary,
      long seed,
      boolean sealed,
      HeldOutPart part) {
    this.training = training;
    this.held = held;
    this.length = length;
    this.windows = windows;
    this.vocabulary = vocabulary;
    this.seed = seed;
    this.sealed = sealed;
    this.part = part;
  }

  @Override
  public synchronized Batch training(long step, int size) {
    long start = new SplittableRandom(seed).nextLong(training.count());
    int[][] rows = new int[size][];
    for (int i = 0; i < size; i++) {
      long apart = training.count() / size * i;
      rows[i] = row(i, (start + apart + step * length) % training.count());
    }
    return Batch.following(rows, 0);
  }

  private int[] row(int row, long from) {
    Piece piece = pieces.get(row);
    if (piece == null || !piece.has(from, length + 1)) {
      piece = new Piece(from, read(training, from, Math.max(AHEAD, length + 1)));
      pieces.put(row, piece);
    }
    int at = (int) (from - piece.from());
    return Arrays.copyOfRange(piece.tokens(), at, at + length + 1);
  }

  @Override
  public List<Batch> validation(int size) {
    long[] starts = part.shared() ? spread() : dealt();
    List<Batch> batches = new ArrayList<>();
    for (int first = 0; first < starts.length; first += size) {
      int[][] rows = new int[Math.min(size, starts.length - first)][];
      for (int i = 0; i < rows.length; i++) {
        rows[i] = read(held, (sealed ? half() : 0) + starts[first + i], length + 1);
      }
      batches.add(Batch.following(rows, 0));
    }
    return batches;
  }

  private long half() {
    return held.count() / 2;
  }

  /** Returns evenly spread starts in a half. */
  private long[] spread() {
    long places = half() - length; // where a window may start
    int count = (int) Math.min(windows, places);
    return LongStream.range(0, count).map(i -> i * places / count).toArray();
  }

  private long[] dealt() {
    return Arrays.stream(places().of(part)).map(place -> place * (length + 1)).toArray();
  }

  private HeldOutPlaces places() {
    return HeldOutPlaces.of(half() / (length + 1), windows);
  }

  @Override
  public Examples heldOut(HeldOutPart part) {
    return new ShardExamples(training, held, length, windows, vocabulary, seed, sealed, part);
  }

  @Override
  public double replicatesApart() {
    return part.shared() ? Double.POSITIVE_INFINITY : places().replicatesApart();
  }

  private static int[] read(TokenShards from, long first, int count) {
    try {
      return from.read(first, count);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the loss of a prediction from the frequencies of the first million tokens. */
  @Override
  public Map<String, Double> floors() {
    int count = (int) Math.min(COUNTED, training.count());
    double[] counts = new double[vocabulary];
    for (int token : read(training, 0, count)) {
      counts[token]++;
    }
    return Map.of("validation_loss", TextExamples.entropy(counts, count));
  }

  @Override
  public Optional<Examples> sealed() {
    return Optional.of(
        new ShardExamples(training, held, length, windows, vocabulary, seed, true, part));
  }

  /** A hash of the files' names and sizes, and of the first tokens of each. */
  @Override
  public String fingerprint() {
    StringBuilder text = new StringBuilder();
    for (TokenShards part : List.of(training, held)) {
      long first = 0;
      for (TokenShards.Shard shard : part.shards()) {
        int[] tokens = read(part, first, (int) Math.min(SAMPLED, shard.tokens()));
        text.append(shard).append(Arrays.toString(tokens));
        first += shard.tokens();
      }
    }
    text.append(part.shared() ? "" : HeldOutPlaces.DEALT);
    return Configuration.sha256(text.toString()).substring(0, 32);
  }
}
