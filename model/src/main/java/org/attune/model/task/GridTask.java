package org.attune.model.task;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.attune.api.Metric;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.network.Network;
import org.attune.model.network.Signature;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Interpolation and extrapolation of a linear map. Pairs {@code y = x·w} have x from N(0, [[1,
 * 0.8], [0.8, 1]]). Queries lie on a grid near the pairs and on one ten times as wide. The task is
 * meant for bare operators, without training. (Garnelo and Czarnecki 2023, Figure 4; science 3.4.)
 */
public final class GridTask extends DescribedTask {

  static final Parameter CONTEXT = TaskParameters.rows(1, 4096, 50, "pairs in the context");
  static final Parameter SIDE =
      TaskParameters.integer("task.side", 2, 256, 13, "points along each side of a grid");
  static final Parameter NEAR =
      TaskParameters.real("task.near", 1e-3, 1e6, 3, "half the side of the near grid");
  static final Parameter FAR =
      TaskParameters.real("task.far", 1e-3, 1e6, 30, "half the side of the far grid");
  static final Parameter SETS = TaskParameters.validationSets(64, "validation sets");

  private static final double CORRELATION = 0.8;

  public GridTask() {
    super(
        Option.of(
            "extrapolation",
            "a linear map from pairs, on a grid near them and one far from them",
            "Garnelo and Czarnecki 2023, Figure 4",
            CONTEXT,
            SIDE,
            NEAR,
            FAR,
            SETS),
        Metric.lower(
            "nrmse_interpolation",
            "ratio",
            "root mean square error over the root mean square of y, near the pairs"),
        Metric.lower("nrmse_extrapolation", "ratio", "nrmse_interpolation, but far from the pairs"),
        Metric.lower(
            "shape_interpolation",
            "ratio",
            "nrmse_interpolation after each set's answers are multiplied by the best scalar"),
        Metric.lower("shape_extrapolation", "ratio", "shape_interpolation, but far from the pairs"),
        Metric.plain("floor_nrmse_interpolation", "ratio", "nrmse of the constant answer 0"),
        Metric.plain("floor_nrmse_extrapolation", "ratio", "nrmse of the constant answer 0"),
        Metric.plain("oracle_nrmse_interpolation", "ratio", "nrmse of least squares"),
        Metric.plain("oracle_nrmse_extrapolation", "ratio", "nrmse of least squares"));
  }

  @Override
  public Signature signature(Configuration settings) {
    int side = settings.integer(SIDE);
    return Signature.set(settings.integer(CONTEXT), 2 * side * side, 2, 1);
  }

  @Override
  public Examples open(Configuration settings, long seed, DataOpener data) {
    return new Maps(
        signature(settings),
        settings.integer(SIDE),
        new double[] {settings.real(NEAR), settings.real(FAR)},
        settings.integer(SETS),
        seed);
  }

  /**
   * Draws linear maps and pairs, new ones for every set and every seed. When bare operators are
   * compared, replicates differ only in these. The grids stay the same.
   */
  private static final class Maps extends OperatorSets {

    private final int side;
    private final double[] reaches;

    Maps(Signature signature, int side, double[] reaches, int sets, long seed) {
      super(signature, sets, seed);
      this.side = side;
      this.reaches = reaches.clone();
    }

    @Override
    Batch batch(SplittableRandom random, int size) {
      SetBatch batch = new SetBatch(signature, size);
      for (int i = 0; i < size; i++) {
        double[] w = Draws.gaussian(random, 2);
        for (int t = 0; t < signature.context(); t++) {
          double first = random.nextGaussian();
          double rest = Math.sqrt(1 - CORRELATION * CORRELATION) * random.nextGaussian();
          double[] x = {first, CORRELATION * first + rest};
          batch.given(i, t, x, of(x, w));
        }
        int row = signature.context();
        for (double reach : reaches) {
          for (int a = 0; a < side; a++) {
            for (int b = 0; b < side; b++) {
              double[] x = {reach * place(a), reach * place(b)};
              batch.asked(i, row++, x, of(x, w));
            }
          }
        }
      }
      return batch.batch();
    }

    private static double[] of(double[] x, double[] w) {
      return new double[] {x[0] * w[0] + x[1] * w[1]};
    }

    private double place(int index) {
      return 2.0 * index / (side - 1) - 1;
    }

    @Override
    public Metrics metrics() {
      return new Errors(signature);
    }

    @Override
    public Map<String, Double> floors() {
      return Map.of("nrmse_interpolation", 1.0, "nrmse_extrapolation", 1.0);
    }

    @Override
    public Map<String, Double> oracles() {
      return Map.of("nrmse_interpolation", 0.0, "nrmse_extrapolation", 0.0);
    }

    @Override
    String description() {
      return "grids %s, side %s, %s and %s, sets %s"
          .formatted(signature, side, reaches[0], reaches[1], validated);
    }
  }

  /**
   * Computes the root of the squared error over the squared truth, for the near and the far grid.
   * The shape's error is what is left after each set's answers are multiplied by the best scalar.
   */
  private static final class Errors implements Metrics {

    private final Signature signature;
    private final double[] errors = new double[2];
    private final double[] shapes = new double[2];
    private final double[] truths = new double[2];

    Errors(Signature signature) {
      this.signature = signature;
    }

    @Override
    public void observe(Batch batch, int first, Function<String, INDArray> shown) {
      float[] answers = shown.apply(Network.PREDICTION).dup('c').data().asFloat(); // (sets·T, 1)
      float[] labels = batch.labels().dup('c').data().asFloat(); // (B·T)
      int length = signature.length();
      int each = (length - signature.context()) / 2;
      for (int set = 0; set < answers.length / length; set++) {
        for (int grid = 0; grid < 2; grid++) {
          int row = set * length + signature.context() + grid * each;
          observe(grid, answers, row, labels, first * length + row, each);
        }
      }
    }

    private void observe(int grid, float[] answers, int from, float[] labels, int at, int points) {
      double truth = 0;
      double answer = 0;
      double both = 0;
      double error = 0;
      for (int i = 0; i < points; i++) {
        double y = labels[at + i];
        double a = answers[from + i];
        truth += y * y;
        answer += a * a;
        both += a * y;
        error += (a - y) * (a - y);
      }
      truths[grid] += truth;
      errors[grid] += error;
      shapes[grid] += answer == 0 ? truth : Math.max(0, truth - both * both / answer);
    }

    @Override
    public Map<String, Double> result() {
      return Map.of(
          "nrmse_interpolation", Math.sqrt(errors[0] / truths[0]),
          "nrmse_extrapolation", Math.sqrt(errors[1] / truths[1]),
          "shape_interpolation", Math.sqrt(shapes[0] / truths[0]),
          "shape_extrapolation", Math.sqrt(shapes[1] / truths[1]));
    }
  }
}
