package org.attune.model.task;

import java.util.Map;
import java.util.SplittableRandom;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.QRDecomposition;
import org.attune.api.Metric;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.network.Network;
import org.attune.model.network.Signature;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Policy distillation: find a target t from a few points p and their squared distances {@code r =
 * ‖p - t‖²}. Points and target come from U[-0.5, 0.5]². (Garnelo and Czarnecki 2023, Figure 9; the
 * distribution is MAML's, science 3.3.)
 *
 * <p>{@code r - ‖p‖² = -2 p·t + ‖t‖²} is linear in t and ‖t‖². Three points in general position
 * give the target exactly.
 */
public final class PolicyTask extends DescribedTask {

  static final Parameter POINTS =
      TaskParameters.integer("task.seen", 3, 4096, 5, "points seen of each target");
  static final Parameter SETS = TaskParameters.validationSets(1000, "targets validated on");

  public PolicyTask() {
    super(
        Option.of(
            "policy-distillation",
            "find a target from points and their squared distances to it",
            "Garnelo and Czarnecki 2023, Figure 9",
            POINTS,
            SETS),
        Metric.lower("mean_distance", "length", "of the answer from the target"),
        Metric.plain("floor_mean_distance", "length", "of the middle of the square"),
        Metric.plain("floor_validation_loss", "squared error", "of the middle of the square"),
        Metric.plain("oracle_mean_distance", "length", "of the exact solution"),
        Metric.plain("oracle_validation_loss", "squared error", "of the exact solution"));
  }

  @Override
  public Signature signature(Configuration settings) {
    return Signature.whole(settings.integer(POINTS), 2, 1, 2);
  }

  @Override
  public Examples open(Configuration settings, long seed, DataOpener data) {
    return new Targets(signature(settings), settings.integer(SETS), seed);
  }

  /** Draws targets and points, new ones for every set. */
  private static final class Targets extends SetExamples {

    Targets(Signature signature, int sets, long seed) {
      super(signature, sets, seed);
    }

    @Override
    Batch batch(SplittableRandom random, int size) {
      SetBatch batch = new SetBatch(signature, size);
      for (int i = 0; i < size; i++) {
        double[] target = point(random);
        for (int row = 0; row < signature.length(); row++) {
          double[] p = point(random);
          double away = Math.pow(p[0] - target[0], 2) + Math.pow(p[1] - target[1], 2);
          batch.given(i, row, p, new double[] {away});
        }
        batch.answer(i, 0, target);
      }
      return batch.batch();
    }

    private static double[] point(SplittableRandom random) {
      return new double[] {random.nextDouble() - 0.5, random.nextDouble() - 0.5};
    }

    @Override
    public Metrics metrics() {
      return new Distance(signature.length());
    }

    @Override
    public Map<String, Double> floors() {
      return measured(rows -> new double[2]);
    }

    @Override
    public Map<String, Double> oracles() {
      return measured(Targets::solved);
    }

    private Map<String, Double> measured(java.util.function.Function<double[][], double[]> answer) {
      double square = 0;
      double distance = 0;
      for (Batch batch : validation(validated)) {
        for (int i = 0; i < batch.size(); i++) {
          double[] t = answer.apply(batch.features().slice(i).toDoubleMatrix());
          double x = t[0] - batch.labels().getDouble(i, 0, 0);
          double y = t[1] - batch.labels().getDouble(i, 0, 1);
          square += (x * x + y * y) / 2 / validated;
          distance += Math.hypot(x, y) / validated;
        }
      }
      return Map.of("validation_loss", square, "mean_distance", distance);
    }

    /** Solves for {@code (t, ‖t‖²)} by least squares. */
    private static double[] solved(double[][] rows) {
      double[][] a = new double[rows.length][];
      double[] b = new double[rows.length];
      for (int i = 0; i < rows.length; i++) {
        double[] p = rows[i];
        a[i] = new double[] {-2 * p[0], -2 * p[1], 1};
        b[i] = p[2] - p[0] * p[0] - p[1] * p[1];
      }
      return new QRDecomposition(new Array2DRowRealMatrix(a, false))
          .getSolver()
          .solve(new ArrayRealVector(b, false))
          .toArray();
    }

    @Override
    String description() {
      return "policy " + signature + ", sets " + validated;
    }
  }

  /** Computes {@code mean_distance}. */
  private static final class Distance implements Metrics {

    private final int length;
    private double sum;
    private long sets;

    Distance(int length) {
      this.length = length;
    }

    @Override
    public void observe(
        Batch batch, int first, java.util.function.Function<String, INDArray> shown) {
      INDArray answers = shown.apply(Network.PREDICTION); // (sets·T, 2), equal in all rows of a set
      for (int i = 0; i < answers.size(0) / length; i++) {
        long row = (long) i * length;
        sum +=
            Math.hypot(
                answers.getDouble(row, 0) - batch.labels().getDouble(first + i, 0, 0),
                answers.getDouble(row, 1) - batch.labels().getDouble(first + i, 0, 1));
        sets++;
      }
    }

    @Override
    public Map<String, Double> result() {
      return Map.of("mean_distance", sum / sets);
    }
  }
}
