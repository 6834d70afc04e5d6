package org.attune.model.task;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.attune.model.network.Signature;

/** Draws sets of members of a few classes, new ones for every example. */
final class FewShotExamples extends SplitSets {

  private static final int VARIETY = 4; // a replicate's classes, as multiples of those in a set

  private final ClassMembers members;
  private final int ways;

  FewShotExamples(ClassMembers members, Signature signature, int ways, int sets, long seed) {
    super(signature, sets, seed);
    this.members = members;
    this.ways = ways;
  }

  /**
   * A file's classes that are not trained on are all validated on where replicates share them: none
   * is left. Where replicates have their own, every second one is for claims.
   */
  @Override
  public Optional<Examples> sealed() {
    return isDrawn() || hasClaims() ? super.sealed() : Optional.empty();
  }

  private boolean isDrawn() {
    return members instanceof ClassMembers.Script;
  }

  private boolean hasClaims() {
    return !part().shared() && members.classes(true) / 2 >= ways;
  }

  /** The classes that a set of this split may draw from, of a file. */
  private long[] heldOutClasses() {
    return part().shared()
        ? LongStream.range(0, members.classes(true)).toArray()
        : places().of(part());
  }

  private HeldOutPlaces places() {
    long wanted = (long) VARIETY * ways;
    int all = members.classes(true);
    return hasClaims()
        ? HeldOutPlaces.ofSplit(all, isSealed(), wanted)
        : HeldOutPlaces.of(all, wanted);
  }

  @Override
  public double replicatesApart() {
    return part().shared() || isDrawn() ? Double.POSITIVE_INFINITY : places().replicatesApart();
  }

  @Override
  Batch batch(SplittableRandom random, int size, boolean test) {
    SetBatch batch = new SetBatch(signature, size);
    int given = signature.context();
    int each = signature.length() / ways;
    boolean dealt = test && !isDrawn();
    long[] held = dealt ? heldOutClasses() : new long[0];
    int choice = dealt ? held.length : members.classes(test);
    for (int i = 0; i < size; i++) {
      int[] classes =
          random
              .ints(0, choice)
              .distinct()
              .limit(ways)
              .map(at -> dealt ? (int) held[at] : at)
              .toArray();
      float[][][] drawn = new float[ways][][];
      Arrays.setAll(drawn, c -> members.draw(classes[c], test, each, random));
      int[] used = new int[ways];
      int[] order = new int[signature.length()];
      Ways.shuffle(order, 0, given, ways, random);
      Ways.shuffle(order, given, signature.length(), ways, random);
      for (int row = 0; row < order.length; row++) {
        int label = order[row];
        double[] x = doubles(drawn[label][used[label]++]);
        batch.member(i, row, x, label);
      }
    }
    return batch.batch();
  }

  private static double[] doubles(float[] values) {
    double[] all = new double[values.length];
    Arrays.setAll(all, i -> values[i]);
    return all;
  }

  @Override
  public Metrics metrics() {
    return new AccuracyMetrics(ways);
  }

  /**
   * Scores of a random guess and, as {@code nearest_mean}, of choosing the class with the nearest
   * mean of given members.
   */
  @Override
  public Map<String, Double> floors() {
    double guess = 1.0 / ways;
    double nearest = Ways.nearestMean(validation(validated), signature, 1);
    return Map.of(
        "accuracy", guess, "nearest_mean", nearest, "validation_loss", Ways.silence(signature));
  }

  @Override
  String description() {
    return "few-shot " + signature + ", " + members.description() + ", sets " + validated;
  }
}
