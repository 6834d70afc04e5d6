package org.attune.model.task;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.nd4j.linalg.factory.Nd4j;

/** Sequences that repeat, drawn as they are asked for. */
final class InductionExamples implements Examples {

  private static final long VALIDATION = 0x5EEDL; // what is validated on is the same for all

  private final Repeats repeats;
  private final int windows;
  private final int layers;
  private final int heads;
  private final boolean copying;
  private final long seed;

  /**
   * @param copying whether the network shows how heads' readings become logits
   */
  InductionExamples(
      Repeats repeats, int windows, int layers, int heads, boolean copying, long seed) {
    this.repeats = repeats;
    this.windows = windows;
    this.layers = layers;
    this.heads = heads;
    this.copying = copying;
    this.seed = seed;
  }

  @Override
  public Batch training(long step, int size) {
    return batch(new SplittableRandom(seed * 0x9E3779B97F4A7C15L + step), size);
  }

  @Override
  public List<Batch> validation(int size) {
    SplittableRandom random = new SplittableRandom(VALIDATION);
    List<Batch> batches = new ArrayList<>();
    for (int first = 0; first < windows; first += size) {
      batches.add(batch(random, Math.min(size, windows - first)));
    }
    return batches;
  }

  private Batch batch(SplittableRandom random, int size) {
    int length = repeats.length();
    int[][] features = new int[size][];
    int[][] labels = new int[size][length];
    float[][] weights = new float[size][length];
    for (int i = 0; i < size; i++) {
      features[i] = repeats.draw(random);
      int first = repeats.repeatedOnly() ? repeats.periodOf(features[i]) : 0;
      for (int t = 0; t < length - 1; t++) {
        labels[i][t] = features[i][t + 1];
        weights[i][t] = t >= first ? 1 : 0;
      }
    }
    return new Batch(
        Nd4j.createFromArray(features),
        Nd4j.createFromArray(labels),
        Nd4j.createFromArray(weights));
  }

  @Override
  public Metrics metrics() {
    return new InductionMetrics(repeats, layers, copying);
  }

  @Override
  public Map<String, Double> floors() {
    List<int[]> sequences = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(VALIDATION);
    for (int i = 0; i < windows; i++) {
      sequences.add(repeats.draw(random));
    }
    Map<String, Double> floors =
        new LinkedHashMap<>(PointerFloors.of(sequences, repeats, layers * heads));
    floors.put("copy_accuracy", 1.0 / repeats.symbols());
    return floors;
  }

  @Override
  public String fingerprint() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      SplittableRandom random = new SplittableRandom(VALIDATION);
      for (int i = 0; i < windows; i++) {
        for (int symbol : repeats.draw(random)) {
          digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(symbol).flip());
        }
      }
      return HexFormat.of().formatHex(digest.digest(), 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has SHA-256
    }
  }
}
