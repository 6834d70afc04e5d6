package org.attune.model.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.model.engine.Backends;
import org.attune.model.engine.Standalone;
import org.attune.model.network.Network;
import org.attune.model.network.Networks;
import org.attune.model.network.Signature;
import org.attune.model.program.Pass;
import org.attune.model.program.Specimen;
import org.attune.model.task.DataOpener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.factory.Nd4j;

/** What heads and MLPs add to the stream, beside sums in plain Java. */
class TestStreamChanges {

  private static final int BATCH = 3;
  private static final int LENGTH = 5;
  private static final int LAYERS = 2;
  private static final int[][] TOKENS = {{1, 2, 3, 4, 6}, {1, 5, 3, 4, 6}, {0, 0, 2, 6, 1}};

  /** Settings of attention, and how many heads read with them. */
  @ParameterizedTest
  @CsvSource({
    "softmax, separate, 4",
    "differential, separate, 2",
    "sigmoid, shared, 4",
  })
  void headsAndMlpsAreMeasuredAsInPlainJava(String weights, String messages, int heads) {
    Map<String, String> settings = settings();
    settings.put("attention.weights", weights);
    settings.put("attention.messages", messages);
    try (Specimen network = network(settings)) {
      Standalone run = forward(network);
      for (int examples : new int[] {1, 2, BATCH}) {
        StreamChanges changes = new StreamChanges(LENGTH);
        changes.observe(names(heads), run::array, examples);
        double head = 0;
        double mlp = 0;
        for (int layer = 0; layer < LAYERS; layer++) {
          double[][] stream = matrix(run, layer, "stream");
          double[][] attended = matrix(run, layer, "attended");
          double[][] mapped = matrix(run, layer, "mapped");
          double[][] read = matrix(run, layer, "heads");
          double[][] projection = matrix(run, layer, "projection-of-" + heads);
          for (int row = 0; row < examples * LENGTH; row++) {
            double[] left = less(attended[row], stream[row]); // less what each head adds
            for (int h = 0; h < heads; h++) {
              double[] added = added(read[row], projection, h, heads);
              head += length(added) / length(stream[row]) / (LAYERS * examples * LENGTH * heads);
              left = less(left, added);
            }
            assertThat(length(left)).as("all heads together").isLessThan(1e-5);
            mlp +=
                length(less(mapped[row], attended[row]))
                    / length(attended[row])
                    / (LAYERS * examples * LENGTH);
          }
        }
        assertThat(changes.result().keySet()).containsExactly("head_change", "mlp_change");
        assertThat(changes.result().get("head_change")).isCloseTo(head, within(1e-5 * head));
        assertThat(changes.result().get("mlp_change")).isCloseTo(mlp, within(1e-5 * mlp));
      }
    }
  }

  @Test
  void noExampleIsNoMeasure() {
    try (Specimen network = network(settings())) {
      Standalone run = forward(network);
      StreamChanges changes = new StreamChanges(LENGTH);
      changes.observe(names(4), run::array, 0);
      assertThat(changes.result()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "model.precision=one-bit, false",
    "attention.gate=learned attention.gate.position=projection, false",
    "attention.gate=learned, true",
    "attention.messages=latent, true",
  })
  void headsThatCannotBeToldApartAreLeftOut(String given, boolean apart) throws Exception {
    Map<String, String> settings = settings();
    settings.put("task", "text");
    settings.put("task.size", "5000");
    settings.put("task.length", "16");
    settings.put("task.validation-examples", "8");
    settings.put("train.steps", "0");
    settings.put("train.batch", "8");
    for (String setting : given.split(" ")) {
      settings.put(setting.split("=")[0], setting.split("=")[1]);
    }
    Map<String, Double> metrics =
        TrialTrainer.train(settings, 1, DataOpener.NONE, (step, found) -> true).metrics();
    assertThat(metrics.containsKey("head_change")).isEqualTo(apart);
    assertThat(metrics.get("mlp_change")).isPositive();
  }

  private static Map<String, String> settings() {
    return new TreeMap<>(
        Map.of(
            "model.width", "8",
            "model.heads", "4",
            "model.layers", String.valueOf(LAYERS),
            "model.feed-forward", "12"));
  }

  private static Specimen network(Map<String, String> settings) {
    Configuration configuration = new Configuration(settings);
    return new Specimen(
        BATCH,
        p ->
            Networks.of(configuration, Signature.tokens(LENGTH, 7))
                .describe(p.probing(true).evaluating(true)),
        Backends.cpu(),
        DataType.FLOAT);
  }

  private static Standalone forward(Specimen network) {
    Standalone run = network.execution();
    run.feed(Network.FEATURES, Nd4j.createFromArray(TOKENS));
    run.feed(Network.LABELS, Nd4j.createFromArray(TOKENS));
    run.feed(Network.WEIGHTS, Nd4j.ones(DataType.FLOAT, 1, BATCH * LENGTH));
    run.forward(Pass.evaluation());
    return run;
  }

  private static Set<String> names(int heads) {
    Set<String> names = new HashSet<>();
    for (int layer = 0; layer < LAYERS; layer++) {
      for (String name :
          new String[] {"stream", "attended", "mapped", "heads", "projection-of-" + heads}) {
        names.add("block" + layer + "/" + name);
      }
    }
    return names;
  }

  private static double[][] matrix(Standalone run, int layer, String name) {
    return run.array("block" + layer + "/" + name).castTo(DataType.DOUBLE).toDoubleMatrix();
  }

  private static double[] added(double[] read, double[][] projection, int head, int heads) {
    int width = read.length / heads;
    double[] added = new double[projection[0].length];
    for (int i = head * width; i < (head + 1) * width; i++) {
      for (int c = 0; c < added.length; c++) {
        added[c] += read[i] * projection[i][c];
      }
    }
    return added;
  }

  private static double[] less(double[] a, double[] b) {
    double[] rest = a.clone();
    for (int i = 0; i < rest.length; i++) {
      rest[i] -= b[i];
    }
    return rest;
  }

  private static double length(double[] a) {
    double sum = 0;
    for (double number : a) {
      sum += number * number;
    }
    return Math.sqrt(sum);
  }
}
