package org.attune.model.task;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
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
    boolean room = !part().shared() && members.classes(true) / 2 >= ways;
    return members instanceof ClassMembers.Script || room ? super.sealed() : Optional.empty();
  }

  /** The classes of a file that this split may draw from. */
  private int[] heldOutClasses() {
    int all = members.classes(true);
    if (part().shared()) {
      return IntStream.range(0, all).toArray();
    }
    boolean claims = all / 2 >= ways;
    int places = claims ? (isSealed() ? all / 2 : (all + 1) / 2) : all;
    return LongStream.of(HeldOutPlaces.of(places, (long) VARIETY * ways).of(part()))
        .mapToInt(place -> (int) (claims ? 2 * place + (isSealed() ? 1 : 0) : place))
        .toArray();
  }

  @Override
  public double replicatesApart() {
    return part().shared() || members instanceof ClassMembers.Script
        ? Double.POSITIVE_INFINITY
        : (double) members.classes(true) / 2 / heldOutClasses().length;
  }

  @Override
  Batch batch(SplittableRandom random, int size, boolean test) {
    SetBatch batch = new SetBatch(signature, size);
    int given = signature.context();
    int each = signature.length() / ways;
    for (int i = 0; i < size; i++) {
      int[] classes = classes(random, test);
      float[][][] drawn = new float[ways][][];
      Arrays.setAll(drawn, c -> members.draw(classes[c], test, each, random));
      int[] used = new int[ways];
      int[] order = new int[signature.length()];
      Ways.shuffle(order, 0, given, ways, random);
      Ways.shuffle(order, given, signature.length(), ways, random);
      for (int row = 0; row < order.length; row++) {
        int of = order[row];
        double[] x = doubles(drawn[of][used[of]++]);
        batch.member(i, row, x, of);
      }
    }
    return batch.batch();
  }

  private int[] classes(SplittableRandom random, boolean test) {
    if (test && !(members instanceof ClassMembers.Script)) {
      int[] held = heldOutClasses();
      return random.ints(0, held.length).distinct().limit(ways).map(i -> held[i]).toArray();
    }
    return random.ints(0, members.classes(test)).distinct().limit(ways).toArray();
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
