package org.attune.model.task;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.SingularValueDecomposition;
import org.attune.model.network.Signature;

/** Draws points of sines, new ones for every set. */
final class SineExamples extends SetExamples {

  private static final int[] SIZES = {
    1, 2, 5, 10, 15, 20
  }; // context sizes with their own evaluation
  private static final double REACH = 5; // of x
  private static final double LEAST_AMPLITUDE = 0.1;
  private static final double MOST_AMPLITUDE = 5;

  private final int least;
  private final int most;
  private final boolean bySize;

  /**
   * @param least minimum number of pairs given
   * @param bySize whether single context sizes are evaluated too
   */
  SineExamples(Signature signature, int least, boolean bySize, int sets, long seed) {
    this(signature, least, signature.context(), bySize, sets, seed);
  }

  private SineExamples(
      Signature signature, int least, int most, boolean bySize, int sets, long seed) {
    super(signature, sets, seed);
    this.least = least;
    this.most = most;
    this.bySize = bySize;
  }

  @Override
  Batch batch(SplittableRandom random, int size) {
    SetBatch batch = new SetBatch(signature, size);
    int asked = signature.length() - signature.context();
    for (int i = 0; i < size; i++) {
      double amplitude = random.nextDouble(LEAST_AMPLITUDE, MOST_AMPLITUDE);
      double phase = random.nextDouble(0, Math.PI);
      int given = random.nextInt(least, most + 1);
      for (int t = 0; t < asked; t++) {
        double[] x = {random.nextDouble(-REACH, REACH)};
        double[] y = {amplitude * Math.sin(x[0] - phase)};
        batch.asked(i, signature.context() + t, x, y);
        if (t < given) {
          batch.given(i, t, x, y);
        }
      }
      batch.standIns(i, given);
    }
    return batch.batch();
  }

  /** Evaluates each context size separately. */
  @Override
  public List<Evaluation> evaluations() {
    return IntStream.of(SIZES)
        .filter(n -> bySize && n >= least && n <= most)
        .mapToObj(
            n ->
                new Evaluation(
                    "at_context_" + n,
                    signature,
                    Map.of(),
                    fromThisSplit(new SineExamples(signature, n, n, false, validated, seed))))
        .toList();
  }

  @Override
  public Map<String, Double> floors() {
    return Map.of("validation_loss", loss(set -> row -> new double[1]));
  }

  @Override
  public Map<String, Double> oracles() {
    return Map.of("validation_loss", loss(this::waves));
  }

  /** The function {@code y = w_0 sin x + w_1 cos x} through a set's pairs. */
  private UnaryOperator<double[]> waves(double[][] rows) {
    double[] w = fitted(rows);
    return row -> new double[] {w[0] * Math.sin(row[0]) + w[1] * Math.cos(row[0])};
  }

  /** Fits w. Every sine is a sum of sin x and cos x, so two pairs determine it. */
  private double[] fitted(double[][] rows) {
    int given = 0;
    while (given < signature.context() && rows[given][2] == 1) {
      given++;
    }
    double[][] waves = new double[given][];
    double[] y = new double[given];
    for (int t = 0; t < given; t++) {
      waves[t] = new double[] {Math.sin(rows[t][0]), Math.cos(rows[t][0])};
      y[t] = rows[t][1];
    }
    return new SingularValueDecomposition(new Array2DRowRealMatrix(waves, false))
        .getSolver()
        .solve(new ArrayRealVector(y, false))
        .toArray();
  }

  @Override
  String description() {
    return "sine " + signature + ", least " + least + ", sets " + validated;
  }
}
