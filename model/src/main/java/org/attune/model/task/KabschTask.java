package org.attune.model.task;

import java.util.Map;
import java.util.SplittableRandom;
import org.attune.api.Metric;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.network.Signature;

/**
 * Point-set alignment in the plane. Each set has its own similarity and a few pairs {@code y = s
 * R(θ) x + t + ε}; the network maps the set's further points. θ comes from U[0, 2π), s from U[0.5,
 * 2], x and t from U[-1, 1]². (Garnelo and Czarnecki 2023, Figure 10; Kabsch 1976.)
 */
public final class KabschTask extends DescribedTask {

  static final Parameter PAIRS = TaskParameters.integer("task.pairs", 2, 4096, 5, "pairs given");
  static final Parameter ASKED =
      TaskParameters.integer("task.asked", 1, 4096, 5, "points to be mapped");
  static final Parameter NOISE =
      TaskParameters.real(
          "task.noise", 0, 1e3, 0.01, "standard deviation added to each coordinate given");
  static final Parameter SETS = TaskParameters.validationSets(500, "validation sets");

  public KabschTask() {
    super(
        Option.of(
            "kabsch",
            "align point sets: rotation, scale and shift from a few pairs",
            "Garnelo and Czarnecki 2023, Figure 10",
            PAIRS,
            ASKED,
            NOISE,
            SETS),
        Metric.plain("floor_validation_loss", "squared error", "of the mean of the pairs' y"),
        Metric.plain("oracle_validation_loss", "squared error", "of Umeyama's exact solution"));
  }

  @Override
  public Signature signature(Configuration settings) {
    return Signature.set(settings.integer(PAIRS), settings.integer(ASKED), 2, 2);
  }

  @Override
  public Examples open(Configuration settings, long seed, DataOpener data) {
    return new Motions(signature(settings), settings.real(NOISE), settings.integer(SETS), seed);
  }

  /** Draws similarities and pairs, new ones for every set. */
  private static final class Motions extends SetExamples {

    private final double noise;

    Motions(Signature signature, double noise, int sets, long seed) {
      super(signature, sets, seed);
      this.noise = noise;
    }

    @Override
    Batch batch(SplittableRandom random, int size) {
      SetBatch batch = new SetBatch(signature, size);
      for (int i = 0; i < size; i++) {
        Similarity motion =
            Similarity.of(
                random.nextDouble(0.5, 2),
                random.nextDouble(0, 2 * Math.PI),
                random.nextDouble(-1, 1),
                random.nextDouble(-1, 1));
        for (int row = 0; row < signature.length(); row++) {
          double[] x = {random.nextDouble(-1, 1), random.nextDouble(-1, 1)};
          double[] y = motion.map(x);
          if (row < signature.context()) {
            y[0] += noise * random.nextGaussian();
            y[1] += noise * random.nextGaussian();
            batch.given(i, row, x, y);
          } else {
            batch.asked(i, row, x, y);
          }
        }
      }
      return batch.batch();
    }

    @Override
    public Map<String, Double> floors() {
      return Map.of("validation_loss", loss(rows -> mean(rows)::map));
    }

    @Override
    public Map<String, Double> oracles() {
      return Map.of(
          "validation_loss", loss(rows -> Similarity.fitted(rows, signature.context())::map));
    }

    private Similarity mean(double[][] rows) {
      double x = 0;
      double y = 0;
      for (int t = 0; t < signature.context(); t++) {
        x += rows[t][2] / signature.context();
        y += rows[t][3] / signature.context();
      }
      return Similarity.of(0, 0, x, y);
    }

    @Override
    String description() {
      return "kabsch " + signature + ", noise " + noise + ", sets " + validated;
    }
  }
}
