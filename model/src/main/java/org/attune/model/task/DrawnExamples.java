package org.attune.model.task;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.attune.api.catalog.Configuration;

/**
 * Examples drawn at random: new ones for each step, and the same validation examples for each
 * validation. Seeds share the validation examples too, except in tasks that learn nothing: there
 * each replicate draws its own. The sealed split comes from another generator, the same for every
 * trial.
 */
abstract class DrawnExamples implements Examples, Cloneable {

  private static final long VALIDATION = 0x5EED;
  private static final long SEALED = 0xC1A1_5EA1EDL;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L; // the increment of SplittableRandom

  final int validated;
  final long seed;
  private boolean sealed;

  /**
   * @param validated number of validation examples
   * @param seed seed of the training examples
   */
  DrawnExamples(int validated, long seed) {
    this.validated = validated;
    this.seed = seed;
  }

  /** Draws {@code size} examples. */
  abstract Batch batch(SplittableRandom random, int size);

  /**
   * Draws {@code size} validation examples. By default they come from the training distribution.
   */
  Batch heldOut(SplittableRandom random, int size) {
    return batch(random, size);
  }

  /** Describes everything that determines the examples except the seed. */
  abstract String description();

  /** Returns the generator from which every trial draws its validation examples. */
  static SplittableRandom validationRandom() {
    return new SplittableRandom(VALIDATION);
  }

  /**
   * Returns a generator of the seed's own, for tasks that measure operators and train nothing.
   * {@link #trainingRandom} says which seeds are suitable.
   */
  static SplittableRandom validationRandom(long seed) {
    return new SplittableRandom(VALIDATION ^ (seed * GOLDEN));
  }

  /**
   * Returns the generator for the held-out examples of this split. All trials share it unless a
   * task overrides this.
   */
  SplittableRandom heldOutRandom() {
    return sealed ? new SplittableRandom(SEALED) : validationRandom();
  }

  @Override
  public Optional<Examples> sealed() {
    try {
      DrawnExamples copy = (DrawnExamples) clone();
      copy.sealed = true;
      return Optional.of(copy);
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e); // this class is cloneable
    }
  }

  /** Returns other examples of the same task, drawn from the split of these. */
  final <E extends DrawnExamples> E fromThisSplit(E other) {
    ((DrawnExamples) other).sealed = sealed;
    return other;
  }

  /**
   * Returns the generator for a step's examples. Seeds must be far apart; a sweep's seeds are,
   * because they are hashes. Two neighbouring integers would give nearly the same sequence: the
   * second's is the first's without its first number.
   */
  static SplittableRandom trainingRandom(long seed, long step) {
    return new SplittableRandom(seed * GOLDEN + step);
  }

  @Override
  public Batch training(long step, int size) {
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
    return Configuration.sha256(description());
  }
}
