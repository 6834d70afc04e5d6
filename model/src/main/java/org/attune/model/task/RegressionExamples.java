package org.attune.model.task;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.DecompositionSolver;
import org.apache.commons.math3.linear.LUDecomposition;
import org.attune.model.network.Signature;

/** Draws sets of pairs from linear functions, new ones for every example. */
final class RegressionExamples extends SetExamples {

  private static final double CORRELATION = 0.8;
  private static final double LEAST_LAMBDA = 1e-12; // replaces a λ of 0, where there is no noise

  /** The queries: the points where the network predicts y. */
  enum Queries {
    UNIT,
    ALIKE,
    UNIFORM
  }

  /**
   * The distribution of the examples.
   *
   * @param dimension columns of x
   * @param given number of pairs
   * @param asked number of queries
   * @param noise standard deviation of the noise on the pairs' y
   * @param correlated whether neighbouring columns of x correlate
   * @param queries where the queries lie
   * @param reach range of uniform points
   */
  record Source(
      int dimension,
      int given,
      int asked,
      double noise,
      boolean correlated,
      Queries queries,
      double reach) {}

  private final Source source;

  RegressionExamples(Signature signature, Source source, int sets, long seed) {
    super(signature, sets, seed);
    this.source = source;
  }

  @Override
  Batch batch(SplittableRandom random, int size) {
    SetBatch batch = new SetBatch(signature, size);
    for (int i = 0; i < size; i++) {
      double[] w = Draws.gaussian(random, source.dimension);
      for (int t = 0; t < signature.length(); t++) {
        if (t < source.given) {
          double[] x = point(random);
          double y = product(x, w) + source.noise * random.nextGaussian();
          batch.given(i, t, x, new double[] {y});
        } else {
          double[] x = query(random, t - source.given);
          batch.asked(i, t, x, new double[] {product(x, w)});
        }
      }
    }
    return batch.batch();
  }

  /** {@code Σ x_c w_c} over the columns of w. */
  private static double product(double[] x, double[] w) {
    double sum = 0;
    for (int c = 0; c < w.length; c++) {
      sum += x[c] * w[c];
    }
    return sum;
  }

  private double[] point(SplittableRandom random) {
    double[] x = Draws.gaussian(random, source.dimension);
    for (int c = 1; c < x.length && source.correlated; c++) {
      x[c] = CORRELATION * x[c - 1] + Math.sqrt(1 - CORRELATION * CORRELATION) * x[c];
    }
    return x;
  }

  private double[] query(SplittableRandom random, int number) {
    double[] x = new double[source.dimension];
    switch (source.queries) {
      case UNIT -> x[number] = 1;
      case ALIKE -> x = point(random);
      case UNIFORM -> {
        for (int c = 0; c < x.length; c++) {
          x[c] = source.reach * (2 * random.nextDouble() - 1);
        }
      }
    }
    return x;
  }

  /**
   * Returns the loss on the validation sets of always predicting 0 and of the best predictor. The
   * latter is ridge regression with the noise's variance as its λ, the mean of w given the pairs.
   */
  @Override
  public Map<String, Double> floors() {
    return Map.of(
        "validation_loss", loss(set -> row -> new double[1]),
        "noise", loss(this::likeliest));
  }

  private UnaryOperator<double[]> likeliest(double[][] rows) {
    double[] w = posteriorMean(rows);
    return row -> new double[] {product(row, w)};
  }

  private double[] posteriorMean(double[][] features) {
    int d = source.dimension;
    double[][] gram = new double[d][d];
    double[] w = new double[d];
    for (int t = 0; t < source.given; t++) {
      for (int r = 0; r < d; r++) {
        w[r] += features[t][r] * features[t][d];
        for (int c = 0; c < d; c++) {
          gram[r][c] += features[t][r] * features[t][c];
        }
      }
    }
    for (int c = 0; c < d; c++) {
      gram[c][c] += Math.max(source.noise * source.noise, LEAST_LAMBDA);
    }
    DecompositionSolver solver =
        new LUDecomposition(new Array2DRowRealMatrix(gram, false), 0).getSolver();
    return solver.solve(new ArrayRealVector(w, false)).toArray();
  }

  @Override
  String description() {
    return source + ", sets " + validated;
  }
}
