package org.attune.model.task;

import java.util.Map;
import java.util.SplittableRandom;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.DecompositionSolver;
import org.apache.commons.math3.linear.LUDecomposition;
import org.nd4j.linalg.factory.Nd4j;

/** Draws sets of pairs from linear functions, new ones for every example. */
final class RegressionExamples extends DrawnExamples {

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

  RegressionExamples(Source source, int sets, long seed) {
    super(sets, seed);
    this.source = source;
  }

  @Override
  Batch batch(SplittableRandom random, int size) {
    int length = source.given + source.asked;
    float[][][] features = new float[size][length][source.dimension + 2];
    float[][][] labels = new float[size][length][1];
    float[][] weights = new float[size][length];
    for (int i = 0; i < size; i++) {
      double[] w = Draws.gaussian(random, source.dimension);
      for (int t = 0; t < length; t++) {
        boolean given = t < source.given;
        double[] x = given ? point(random) : query(random, t - source.given);
        double y = 0;
        for (int c = 0; c < w.length; c++) {
          features[i][t][c] = (float) x[c];
          y += x[c] * w[c];
        }
        if (given) {
          y += source.noise * random.nextGaussian();
          features[i][t][w.length] = (float) y;
          features[i][t][w.length + 1] = 1;
        } else {
          weights[i][t] = 1;
        }
        labels[i][t][0] = (float) y;
      }
    }
    return new Batch(
        Nd4j.createFromArray(features),
        Nd4j.createFromArray(labels),
        Nd4j.createFromArray(weights));
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
    double zero = 0;
    double best = 0;
    double asked = 0;
    for (Batch batch : validation(validated)) {
      for (int i = 0; i < batch.size(); i++) {
        double[][] features = batch.features().slice(i).toDoubleMatrix();
        double[] w = posteriorMean(features);
        for (int t = source.given; t < features.length; t++) {
          double y = batch.labels().getDouble(i, t, 0);
          double answer = 0;
          for (int c = 0; c < w.length; c++) {
            answer += w[c] * features[t][c];
          }
          zero += y * y;
          best += (y - answer) * (y - answer);
          asked++;
        }
      }
    }
    return Map.of("validation_loss", zero / asked, "noise", best / asked);
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
