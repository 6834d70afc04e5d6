package org.attune.model.task;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.attune.api.catalog.Configuration;
import org.attune.api.trial.HeldOutPart;

/**
 * Examples drawn at random: new ones for each step, and the same validation examples for each
 * validation. Validation and sealed examples come from two generators. Each replicate has its own
 * two, or all trials share them ({@link #heldOut(HeldOutPart)}).
 */
abstract class DrawnExamples implements Examples, Cloneable {

  private static final long VALIDATION = 0x5EED;
  private static final long SEALED = 0xC1A1_5EA1EDL;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L; // the increment of SplittableRandom

  final int validated;
  final long seed;
  private boolean sealed;
  private HeldOutPart part = HeldOutPart.SHARED;

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
   * Returns the generator for the held-out examples of this split. Where replicates have their own,
   * the seed passes through a generator: {@link #trainingRandom} uses it as it is, and a step would
   * repeat held-out examples.
   */
  SplittableRandom heldOutRandom() {
    long split = sealed ? SEALED : VALIDATION;
    return new SplittableRandom(
        part.shared() ? split : new SplittableRandom(seed ^ split).nextLong());
  }

  /** The part of what a file holds out that these examples read. */
  final HeldOutPart part() {
    return part;
  }

  /** Whether these examples are the sealed split. */
  final boolean isSealed() {
    return sealed;
  }

  @Override
  public Optional<Examples> sealed() {
    DrawnExamples copy = copy();
    copy.sealed = true;
    return Optional.of(copy);
  }

  @Override
  public final Examples heldOut(HeldOutPart part) {
    DrawnExamples copy = copy();
    copy.part = part;
    return copy;
  }

  private DrawnExamples copy() {
    try {
      return (DrawnExamples) clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e); // this class is cloneable
    }
  }

  /** Returns other examples of the same task, held out as these are. */
  final <E extends DrawnExamples> E fromThisSplit(E other) {
    ((DrawnExamples) other).sealed = sealed;
    ((DrawnExamples) other).part = part;
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
    String shared = description();
    return Configuration.sha256(part.shared() ? shared : shared + HeldOutPlaces.DEALT);
  }
}
