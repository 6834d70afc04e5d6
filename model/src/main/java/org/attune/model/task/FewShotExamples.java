package org.attune.model.task;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.attune.model.network.Signature;

/** Draws sets of members of a few classes, new ones for every example. */
final class FewShotExamples extends SplitSets {

  private final ClassMembers members;
  private final int ways;
  private final int shots;

  FewShotExamples(
      ClassMembers members, Signature signature, int ways, int shots, int sets, long seed) {
    super(signature, sets, seed);
    this.members = members;
    this.ways = ways;
    this.shots = shots;
  }

  /** A file's classes that are not trained on are all validated on: none is left. */
  @Override
  public Optional<Examples> sealed() {
    return members instanceof ClassMembers.Script ? super.sealed() : Optional.empty();
  }

  @Override
  Batch batch(SplittableRandom random, int size, boolean test) {
    SetBatch batch = new SetBatch(signature, size);
    int given = signature.context();
    int each = signature.length() / ways;
    for (int i = 0; i < size; i++) {
      int[] classes = random.ints(0, members.classes(test)).distinct().limit(ways).toArray();
      float[][][] drawn = new float[ways][][];
      Arrays.setAll(drawn, c -> members.draw(classes[c], test, each, random));
      int[] used = new int[ways];
      int[] order = new int[signature.length()];
      Ways.shuffle(order, 0, given, ways, random);
      Ways.shuffle(order, given, signature.length(), ways, random);
      for (int row = 0; row < order.length; row++) {
        int of = order[row];
        double[] x = doubles(drawn[of][used[of]++]);
        double[] indicator = new double[ways];
        indicator[of] = 1;
        if (row < given) {
          batch.given(i, row, x, indicator);
        } else if (signature.classes()) {
          batch.asked(i, row, x);
          batch.answer(i, row, of);
        } else {
          batch.asked(i, row, x, indicator);
        }
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
    double right = 0;
    double asked = 0;
    for (Batch batch : validation(validated)) {
      float[] features = batch.features().dup('c').data().asFloat();
      float[] labels = batch.labels().dup('c').data().asFloat();
      for (int i = 0; i < batch.size(); i++) {
        double[][] means = means(features, i * signature.length());
        for (int t = signature.context(); t < signature.length(); t++) {
          int row = i * signature.length() + t;
          int at = row * signature.inputs();
          double[] point = doubles(Arrays.copyOfRange(features, at, at + signature.columns()));
          int nearest = Ways.nearest(point, means);
          boolean hit =
              signature.classes() ? labels[row] == nearest : labels[row * ways + nearest] == 1;
          right += hit ? 1 : 0;
          asked++;
        }
      }
    }
    double guess = 1.0 / ways;
    double silence = signature.classes() ? Math.log(ways) : (1 - guess) * guess; // a guess of each
    return Map.of("accuracy", guess, "nearest_mean", right / asked, "validation_loss", silence);
  }

  private double[][] means(float[] features, int firstRow) {
    double[][] means = new double[ways][signature.columns()];
    for (int t = 0; t < signature.context(); t++) {
      int at = (firstRow + t) * signature.inputs();
      int of = 0;
      while (features[at + signature.columns() + of] != 1) {
        of++;
      }
      for (int c = 0; c < signature.columns(); c++) {
        means[of][c] += features[at + c] / shots;
      }
    }
    return means;
  }

  @Override
  String description() {
    return "few-shot " + signature + ", " + members.description() + ", sets " + validated;
  }
}
