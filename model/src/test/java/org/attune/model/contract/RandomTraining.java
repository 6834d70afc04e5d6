package org.attune.model.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.attune.api.catalog.Configuration;
import org.attune.model.layer.GraphTrainer;
import org.attune.model.layer.NetworkGraph;
import org.attune.model.layer.NetworkOutputLayer;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * A {@link RandomConfiguration}'s network trained for three steps in float32: by our trainer, which
 * updates by itself, and by DL4J's {@code fit}, whose optimiser is the proof.
 */
final class RandomTraining {

  private static final int STEPS = 3;
  private static final String[] OPTIMIZERS = {"adam", "adamw", "sgd", "momentum"};
  private static final double CLOSE = 1e-4; // of the largest movement
  private static final double SHAKEN = 1e-6; // of a parameter
  private static final double SHARE = 0.1; // of a difference that shaking must show
  private static final int SHAKES = 8; // one may turn a sign to the same side

  private final RandomConfiguration c;
  private final Configuration settings;

  RandomTraining(RandomConfiguration c) {
    this.c = c;
    Map<String, String> all = new TreeMap<>(c.settings());
    all.put("train.steps", Integer.toString(STEPS));
    all.put("train.learning-rate", "3e-3");
    all.put("train.optimizer", OPTIMIZERS[(int) (c.seed() % OPTIMIZERS.length)]);
    all.put("train.clip", c.seed() % 3 == 0 ? "0.1" : "0");
    settings = new Configuration(all);
  }

  /**
   * How far each parameter has moved: by us, or by DL4J.
   *
   * @param shake a way to start nearby, from 1; 0 for none
   */
  private double[] movement(boolean ours, int shake) {
    ComputationGraph graph = NetworkGraph.of(settings, c.signature(), 5, DataType.FLOAT);
    try {
      if (graph.numParams() == 0) {
        return new double[0];
      }
      if (shake > 0) {
        shake(graph.params(), shake);
      }
      double[] start = graph.params().dup().data().asDouble();
      RandomExamples examples = new RandomExamples(c, 0, c.batch(), DataType.FLOAT);
      GraphTrainer trainer = new GraphTrainer(graph);
      for (int step = 0; step < STEPS; step++) {
        if (ours) {
          trainer.step(examples.features(), examples.labels(), examples.weights());
        } else {
          graph.fit(
              GraphTrainer.dataSet(examples.features(), examples.labels(), examples.weights()));
        }
      }
      if (ours) {
        trainer.publish();
      }
      double[] end = graph.params().dup().data().asDouble();
      return IntStream.range(0, end.length).mapToDouble(i -> end[i] - start[i]).toArray();
    } finally {
      ((NetworkOutputLayer) graph.getLayer(0)).close();
      graph.close();
    }
  }

  private static void shake(INDArray parameters, int shake) {
    SplittableRandom random = new SplittableRandom(shake);
    double[] all = parameters.dup().data().asDouble();
    for (int i = 0; i < all.length; i++) {
      all[i] *= 1 + SHAKEN * random.nextDouble(-1, 1);
    }
    parameters.assign(Nd4j.createFromArray(all).castTo(DataType.FLOAT).reshape(parameters.shape()));
  }

  /**
   * Two trainings at once give the digits of one alone, which ends where DL4J's optimiser ends, or
   * as near as what is started nearby.
   */
  void require() {
    double[] alone = movement(true, 0);
    requireSameDigitsBesideAnother(alone);
    requireStepsOfDl4j(alone);
  }

  private void requireSameDigitsBesideAnother(double[] alone) {
    CompletableFuture<double[]> other = CompletableFuture.supplyAsync(() -> movement(true, 0));
    assertThat(movement(true, 0)).as("movement beside another training, %s", c).isEqualTo(alone);
    assertThat(other.join()).as("movement beside another training, %s", c).isEqualTo(alone);
  }

  private void requireStepsOfDl4j(double[] ours) {
    double[] theirs = movement(false, 0);
    double furthest = Arrays.stream(theirs).map(Math::abs).max().orElse(0);
    double apart = largestDifference(ours, theirs);
    if (apart < CLOSE * furthest || !Double.isFinite(furthest)) {
      return;
    }
    boolean shown =
        IntStream.rangeClosed(1, SHAKES)
            .mapToDouble(shake -> largestDifference(movement(false, shake), theirs))
            .anyMatch(nearby -> nearby >= SHARE * apart);
    assertThat(shown)
        .as("%s of a movement of %s is what starts nearby show too, %s", apart, furthest, c)
        .isTrue();
  }

  private static double largestDifference(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> Math.abs(a[i] - b[i])).max().orElse(0);
  }
}
