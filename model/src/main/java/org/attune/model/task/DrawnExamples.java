package org.attune.model.task;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Examples that are drawn at random: new ones at each step, the same ones for each validation. What
 * is validated on is the same for every seed too, but where nothing is learned: there a replicate
 * is another draw of it.
 */
abstract class DrawnExamples implements Examples {

  private static final long VALIDATION = 0x5EED;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L; // what SplittableRandom adds a number

  private final int validated;
  private final long seed;

  /**
   * @param validated how many examples are validated on
   * @param seed of the training examples
   */
  DrawnExamples(int validated, long seed) {
    this.validated = validated;
    this.seed = seed;
  }

  /** Draws so many examples. */
  abstract Batch batch(SplittableRandom random, int size);

  /** Draws so many to validate on: as others are drawn, unless some are kept for this. */
  Batch heldOut(SplittableRandom random, int size) {
    return batch(random, size);
  }

  /** All that the examples follow from but the seed. */
  abstract String description();

  /** The numbers that every trial draws what it validates on by. */
  static SplittableRandom validationRandom() {
    return new SplittableRandom(VALIDATION);
  }

  /**
   * Numbers of a seed's own, for tasks that measure operators and train nothing; see {@link
   * #trainingRandom} for what seeds are to be.
   */
  static SplittableRandom validationRandom(long seed) {
    return new SplittableRandom(VALIDATION ^ (seed * GOLDEN));
  }

  /** The numbers that this validates by: those of every trial, unless a task says otherwise. */
  SplittableRandom heldOutRandom() {
    return validationRandom();
  }

  /**
   * The numbers that a step's examples are drawn by. Seeds are to be far apart, as a sweep's are,
   * which are hashes: of two neighbouring whole numbers the second's numbers are the first's
   * without its first one.
   */
  static SplittableRandom trainingRandom(long seed, long step) {
    return new SplittableRandom(seed * GOLDEN + step);
  }

  @Override
  public final Batch training(long step, int size) {
    return batch(trainingRandom(seed, step), size);
  }

  @Override
  public final List<Batch> validation(int size) {
    SplittableRandom random = heldOutRandom();
    List<Batch> batches = new ArrayList<>();
    for (int first = 0; first < validated; first += size) {
      batches.add(heldOut(random, Math.min(size, validated - first)));
    }
    return batches;
  }

  @Override
  public final String fingerprint() {
    try {
      byte[] text = description().getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }
}
