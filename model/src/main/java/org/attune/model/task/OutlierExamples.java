package org.attune.model.task;

import java.util.Map;
import java.util.SplittableRandom;
import org.attune.model.network.Signature;

/** Draws sets with an outlier, new ones each time, from fixed classes. */
final class OutlierExamples extends SetExamples {

  private static final long PROTOTYPES = 0xC1A55; // the same classes for every trial
  private static final double[] NONE = {};

  private final double spread;
  private final int classes;

  OutlierExamples(Signature signature, double spread, int classes, int sets, long seed) {
    super(signature, sets, seed);
    this.spread = spread;
    this.classes = classes;
  }

  @Override
  Batch batch(SplittableRandom random, int size) {
    return batch(random, size, 0, classes);
  }

  /** Draws new classes for each set. */
  @Override
  Batch heldOut(SplittableRandom random, int size) {
    return batch(random, size, classes, Integer.MAX_VALUE - 1);
  }

  private Batch batch(SplittableRandom random, int size, int first, int last) {
    SetBatch batch = new SetBatch(signature, size);
    for (int i = 0; i < size; i++) {
      int most = random.nextInt(first, last);
      int other = random.nextInt(first, last - 1);
      double[] common = prototype(most);
      double[] strange = prototype(other < most ? other : other + 1);
      int outlier = random.nextInt(signature.length());
      for (int row = 0; row < signature.length(); row++) {
        double[] x = (row == outlier ? strange : common).clone();
        for (int c = 0; c < x.length; c++) {
          x[c] += spread * random.nextGaussian();
        }
        batch.given(i, row, x, NONE);
      }
      batch.answer(i, 0, outlier);
    }
    return batch.batch();
  }

  private double[] prototype(int label) {
    return Draws.gaussian(new SplittableRandom(PROTOTYPES + label), signature.columns());
  }

  @Override
  public Metrics metrics() {
    return new AccuracyMetrics(signature.length());
  }

  @Override
  public Map<String, Double> floors() {
    double members = signature.length();
    return Map.of("accuracy", 1 / members, "validation_loss", Math.log(members));
  }

  @Override
  public Map<String, Double> oracles() {
    double right = 0;
    for (Batch batch : validation(validated)) {
      for (int i = 0; i < batch.size(); i++) {
        int found = likeliest(batch.features().slice(i).toDoubleMatrix());
        right += found == batch.labels().getInt(i, 0) ? 1 : 0;
      }
    }
    return Map.of("accuracy", right / validated);
  }

  /**
   * Returns the likeliest outlier. It compares marginal likelihoods with the member as one class
   * and all others as another. Prototypes are integrated out, column by column.
   */
  private int likeliest(double[][] rows) {
    int best = 0;
    double most = Double.NEGATIVE_INFINITY;
    for (int outlier = 0; outlier < rows.length; outlier++) {
      double likelihood = 0;
      for (int c = 0; c < signature.columns(); c++) {
        double sum = 0;
        for (double[] row : rows) {
          sum += row[c];
        }
        double alone = rows[outlier][c];
        likelihood += explained(sum - alone, rows.length - 1) + explained(alone, 1);
      }
      if (likelihood > most) {
        most = likelihood;
        best = outlier;
      }
    }
    return best;
  }

  /**
   * The part of {@code log ∫ N(μ; 0, 1) Π N(x_i; μ, s²) dμ} that depends on which members are a
   * class: {@code (Σx)² / (2 s² (n + s²))}.
   */
  private double explained(double sum, int n) {
    double square = spread * spread;
    return square == 0 ? sum * sum / n : sum * sum / (2 * square * (n + square));
  }

  @Override
  String description() {
    return "outlier %s, spread %s, classes %s, sets %s"
        .formatted(signature, spread, classes, validated);
  }
}
