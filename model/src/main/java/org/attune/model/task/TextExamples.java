package org.attune.model.task;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.nd4j.linalg.factory.Nd4j;

/** Windows of a text: random ones of its first part, evenly spread ones of its last. */
final class TextExamples implements Examples {

  private final byte[] tokens;
  private final int length;
  private final int trained; // tokens before this one are trained on
  private final int windows;
  private final long seed;

  TextExamples(byte[] tokens, int length, double validation, int windows, long seed) {
    this.tokens = tokens;
    this.length = length;
    this.windows = windows;
    this.seed = seed;
    trained = (int) Math.round(tokens.length * (1 - validation));
    int shortest = Math.min(trained, tokens.length - trained);
    if (shortest < length + 1) {
      throw new IllegalArgumentException(
          "Cannot cut examples of %d characters from a text of %d: the smaller part has %d; lower task.length or take a longer text"
              .formatted(length, tokens.length, shortest));
    }
  }

  @Override
  public Batch training(long step, int size) {
    SplittableRandom random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + step);
    int[] starts = new int[size];
    for (int i = 0; i < size; i++) {
      starts[i] = random.nextInt(trained - length);
    }
    return batch(starts);
  }

  @Override
  public List<Batch> validation(int size) {
    int room = tokens.length - trained - length; // places where a window may start
    int count = Math.min(windows, room);
    List<Batch> batches = new ArrayList<>();
    for (int first = 0; first < count; first += size) {
      int[] starts = new int[Math.min(size, count - first)];
      for (int i = 0; i < starts.length; i++) {
        starts[i] = trained + (int) ((long) (first + i) * room / count);
      }
      batches.add(batch(starts));
    }
    return batches;
  }

  private Batch batch(int[] starts) {
    int[][] features = new int[starts.length][length];
    int[][] labels = new int[starts.length][length];
    float[][] weights = new float[starts.length][length];
    for (int i = 0; i < starts.length; i++) {
      for (int t = 0; t < length; t++) {
        features[i][t] = tokens[starts[i] + t];
        labels[i][t] = tokens[starts[i] + t + 1];
      }
      Arrays.fill(weights[i], 1);
    }
    return new Batch(
        Nd4j.createFromArray(features),
        Nd4j.createFromArray(labels),
        Nd4j.createFromArray(weights));
  }

  /** The loss of one who knows how often each character occurs, and nothing else. */
  @Override
  public Map<String, Double> floors() {
    double[] counts = new double[Alphabet.SIZE];
    for (int i = 0; i < trained; i++) {
      counts[tokens[i]]++;
    }
    double entropy = 0;
    for (double count : counts) {
      if (count > 0) {
        entropy -= count / trained * Math.log(count / trained);
      }
    }
    return Map.of("validation_loss", entropy);
  }

  @Override
  public String fingerprint() {
    try {
      var digest = java.security.MessageDigest.getInstance("SHA-256").digest(tokens);
      return HexFormat.of().formatHex(digest, 0, 16);
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has SHA-256
    }
  }
}
