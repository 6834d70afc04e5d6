package org.attune.model.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.model.network.Signature;
import org.attune.model.reference.ReferenceInduction;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

class TestInductionTask {

  private static final Map<String, String> DRAWN =
      Map.of(
          "task", "induction",
          "task.symbols", "20",
          "task.period", "9",
          "task.shortest-period", "4",
          "task.distinct", "true",
          "task.loss", "repeated");

  @Test
  void asksForTwoPeriodsOfSymbols() {
    assertThat(new InductionTask().signature(configuration(Map.of())))
        .isEqualTo(Signature.tokens(48, 64));
    assertThat(new InductionTask().signature(configuration(Map.of("task.length", "128"))))
        .isEqualTo(Signature.tokens(128, 64));
  }

  @Test
  void sequencesRepeatDistinctSymbolsWithPeriodsOfAllLengths() {
    Batch batch = open(DRAWN, 1).training(3, 200);
    Set<Integer> periods = new HashSet<>();
    for (int e = 0; e < batch.size(); e++) {
      int[] sequence = batch.features().getRow(e).toIntVector();
      int period = 1;
      while (sequence[period] != sequence[0]) {
        period++;
      }
      periods.add(period);
      assertThat(Arrays.stream(sequence).limit(period).distinct().count()).isEqualTo(period);
      for (int t = period; t < sequence.length; t++) {
        assertThat(sequence[t]).isEqualTo(sequence[t - period]);
      }
      for (int t = 0; t < sequence.length; t++) {
        boolean known = t >= period && t < sequence.length - 1;
        assertThat(batch.weights().getDouble(e, t)).isEqualTo(known ? 1 : 0);
        assertThat(batch.labels().getInt(e, t))
            .isEqualTo(t < sequence.length - 1 ? sequence[t + 1] : 0);
      }
    }
    assertThat(periods).containsExactlyInAnyOrder(4, 5, 6, 7, 8, 9);
  }

  @Test
  void allNextSymbolsAreTrainedUnlessToldOtherwise() {
    Batch batch = open(Map.of("task", "induction"), 1).training(0, 2);

    assertThat(batch.weights().getRow(1).sumNumber().intValue()).isEqualTo(47);
  }

  @Test
  void trainingFollowsTheSeedAndTheStepAndValidationDoesNot() {
    assertThat(open(DRAWN, 1).training(5, 4).features())
        .isEqualTo(open(DRAWN, 1).training(5, 4).features())
        .isNotEqualTo(open(DRAWN, 1).training(6, 4).features())
        .isNotEqualTo(open(DRAWN, 2).training(5, 4).features());
    assertThat(open(DRAWN, 1).validation(8).get(3).features())
        .isEqualTo(open(DRAWN, 2).validation(8).get(3).features());
    assertThat(open(DRAWN, 1).fingerprint()).isEqualTo(open(DRAWN, 2).fingerprint());
  }

  @Test
  void refusesWhatCannotBeDrawn() {
    assertThatThrownBy(() -> open(Map.of("task.symbols", "8", "task.distinct", "true"), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid task.distinct: a period of 24 cannot be of distinct symbols out of 8");
    assertThatThrownBy(() -> open(Map.of("task.shortest-period", "30"), 1))
        .hasMessage("Invalid task.shortest-period: 30 is more than task.period 24");
    assertThatThrownBy(() -> open(Map.of("task.length", "25"), 1))
        .hasMessage(
            "Invalid task.length: 25 leaves nothing to repeat after a period of 24 (at least 26)");
  }

  @Test
  void floorsAreWhatUniformPointersScore() {
    Map<String, String> sixteen = Map.of("model.layers", "4", "model.heads", "4");
    Map<String, Double> floors = open(sixteen, 1).floors();
    ReferenceInduction.Floor expected =
        ReferenceInduction.floor(48, 24, 16, 128, 20, new Random(1));

    assertThat(floors.get("ipmr_mean")).isCloseTo(expected.head(), within(0.001));
    assertThat(floors.get("ipmr")).isCloseTo(expected.global(), within(0.005));
    assertThat(floors.get("ipmr_top")).isCloseTo(expected.best(), within(0.002));
    assertThat(floors.get("copy_accuracy")).isEqualTo(1.0 / 64);
  }

  @Test
  void measuresAreThoseOfTheirDefinition() {
    Random random = new Random(4);
    Examples examples = open(Map.of("task.period", "5", "model.layers", "2"), 1);
    Batch batch = examples.validation(3).get(0);
    int length = 10;
    INDArray[] weights = {random(random, 2, length), random(random, 2, length)};
    INDArray logits = Nd4j.createFromArray(doubles(random, 2 * length * 64)).reshape('c', 20, 64);
    for (int row = 0; row < 20; row += 2) { // else no guess is right
      int[] symbols = batch.features().getRow(1 + row / length).toIntVector();
      logits.putScalar(row, symbols[row % length + 1], 2);
    }
    INDArray reads = Nd4j.createFromArray(doubles(random, 20 * 12)).reshape('c', 20, 12);
    INDArray effects = Nd4j.createFromArray(doubles(random, 12 * 64)).reshape('c', 12, 64);
    Metrics metrics = examples.metrics();
    metrics.observe(
        batch,
        1, // the second and third example
        name ->
            switch (name) {
              case "block0/weights" -> weights[0];
              case "block1/weights" -> weights[1];
              case "block0/heads", "block1/heads" -> reads;
              case "block0/effects", "block1/effects" -> effects;
              default -> logits;
            });
    Map<String, Double> measured = metrics.result();

    double global = 0;
    double head = 0;
    double accuracy = 0;
    double matching = 0;
    double copying = 0;
    double[][][][] both = new double[2][8][length][length];
    for (int e = 0; e < 2; e++) {
      double[][][] all = both[e];
      for (int h = 0; h < 8; h++) {
        for (int t = 0; t < length; t++) {
          for (int j = 0; j < length; j++) {
            all[h][t][j] = weights[h / 4].getDouble(e, h % 4, t, j);
          }
        }
      }
      boolean[][] hits = ReferenceInduction.hits(all, 5);
      global += ReferenceInduction.global(hits) / 2;
      head += ReferenceInduction.ofHead(hits[6]) / 2;
      double[][] rows = new double[length][64];
      for (int t = 0; t < length; t++) {
        rows[t] = logits.getRow(e * length + t).toDoubleVector();
      }
      int[] symbols = batch.features().getRow(1 + e).toIntVector();
      accuracy += ReferenceInduction.copyAccuracy(rows, symbols, 5) / 2;
      matching += ReferenceInduction.prefixMatching(all[6], 5) / 2;
      double[][] read = new double[length][3]; // of head 2 of layer 1
      double[][] effect = new double[3][64];
      for (int c = 0; c < 3; c++) {
        for (int t = 0; t < length; t++) {
          read[t][c] = reads.getDouble(e * length + t, 6 + c);
        }
        effect[c] = effects.getRow(6 + c).toDoubleVector();
      }
      copying += ReferenceInduction.copying(all[6], read, effect, symbols, 5) / 2;
    }
    assertThat(measured.get("ipmr")).isCloseTo(global, within(1e-12)).isBetween(0.2, 1.0);
    for (int n = 1; n <= 4; n++) {
      assertThat(measured.get("ipmr_top_back_" + n))
          .isCloseTo(ReferenceInduction.bestAt(both, 5, -n), within(1e-12));
      assertThat(measured.get("ipmr_top_ahead_" + n))
          .isCloseTo(ReferenceInduction.bestAt(both, 5, n), within(1e-12));
    }
    assertThat(measured.get("ipmr_top"))
        .isCloseTo(ReferenceInduction.bestAt(both, 5, 0), within(1e-12));
    assertThat(measured).doesNotContainKeys("ipmr_top_back_0", "ipmr_top_back_5");
    assertThat(measured.get("ipmr_l1_h2")).isCloseTo(head, within(1e-12));
    assertThat(measured.get("prefix_matching_l1_h2")).isCloseTo(matching, within(1e-12));
    assertThat(measured.get("copying_l1_h2")).isCloseTo(copying, within(1e-6)); // float32 sums
    assertThat(measured.get("copying_top")).isGreaterThanOrEqualTo(measured.get("copying_l1_h2"));
    assertThat(measured.get("copy_accuracy"))
        .isCloseTo(accuracy, within(1e-12))
        .isBetween(0.3, 0.7);
    assertThat(measured.get("ipmr_top")).isGreaterThanOrEqualTo(measured.get("ipmr_l1_h2"));
  }

  /**
   * Theory's peak of split-Q: a query from the token before finds t - p - 1, 2 before the right.
   */
  @Test
  void aHeadThatMatchesThePreviousSymbolPointsTwoBack() {
    Examples examples = open(Map.of("task.period", "24", "model.layers", "1"), 1);
    Batch batch = examples.validation(1).get(0);
    INDArray weights = Nd4j.zeros(1, 1, 48, 48);
    for (int t = 25; t < 48; t++) {
      weights.putScalar(new int[] {0, 0, t, t - 1 - 24}, 1);
    }
    Metrics metrics = examples.metrics();
    metrics.observe(
        batch,
        0,
        name ->
            switch (name) {
              case "block0/weights" -> weights;
              case "block0/heads" -> Nd4j.zeros(48, 3);
              case "block0/effects" -> Nd4j.zeros(3, 64);
              default -> Nd4j.zeros(48, 64);
            });

    assertThat(metrics.result())
        .containsEntry("ipmr_top_back_2", 23 / 24.0)
        .containsEntry("ipmr_top_ahead_2", 0.0)
        .containsEntry("ipmr_top_back_1", 1 / 24.0); // t = 24 has no weight, and points at token 0
  }

  private static INDArray random(Random random, int examples, int length) {
    return Nd4j.createFromArray(doubles(random, examples * 4 * length * length))
        .reshape('c', examples, 4, length, length);
  }

  private static double[] doubles(Random random, int count) {
    // exact in float32, as measures read them
    return random.doubles(count).map(d -> (float) d).toArray();
  }

  private static Examples open(Map<String, String> settings, long seed) {
    return new InductionTask().open(configuration(settings), seed, DataOpener.NONE);
  }

  private static Configuration configuration(Map<String, String> settings) {
    return new Configuration(new TreeMap<>(settings));
  }

  @Test
  void pointerFloorsCountTheHeadsThatRead() throws Exception {
    Configuration paired =
        new Configuration(Map.of("model.heads", "8", "attention.weights", "differential"));
    Configuration half = new Configuration(Map.of("model.heads", "4"));

    assertThat(new InductionTask().open(paired, 1, DataOpener.NONE).floors())
        .isEqualTo(new InductionTask().open(half, 1, DataOpener.NONE).floors());
  }
}
