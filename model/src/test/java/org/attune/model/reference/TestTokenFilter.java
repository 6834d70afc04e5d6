package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.attune.model.reference.ReferenceAlgebra.columns;
import static org.attune.model.reference.ReferenceAlgebra.distance;
import static org.attune.model.reference.ReferenceAlgebra.dot;
import static org.attune.model.reference.ReferenceAlgebra.gaussian;
import static org.attune.model.reference.ReferenceAlgebra.rows;
import static org.attune.model.reference.ReferenceAlgebra.times;
import static org.attune.model.reference.ReferenceLayer.each;
import static org.attune.model.reference.ReferenceLayer.read;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.attention.reading.ByScores;
import org.attune.model.attention.weights.FilteredSoftmax;
import org.attune.model.engine.Backends;
import org.attune.model.engine.ParameterArrays;
import org.attune.model.engine.Standalone;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.StrongMessages;
import org.attune.model.program.Init;
import org.attune.model.program.Noise;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** The filter at inference (science 5, F1) against its formula in plain Java. */
class TestTokenFilter {

  private static final int LENGTH = 7;
  private static final int HEADS = 2;
  private static final int WIDTH = 6;

  private final Random random = new Random(19);
  private final double[][] q = gaussian(LENGTH, WIDTH, random);
  private final double[][] k = gaussian(LENGTH, WIDTH, random);
  private final double[][] v = gaussian(LENGTH, WIDTH, random);
  private final double[][] w = gaussian(WIDTH, WIDTH, random);

  @Test
  void evaluatedWithoutShortMessagesAndTrainedWithAll() {
    double[][] medians = {{2.5, 1.5}};
    double[][][] messages = messages();
    double[][][] filtered = new double[HEADS][][];
    for (int h = 0; h < HEADS; h++) {
      filtered[h] =
          ReferenceSelection.softmax(
              scores()[h], ReferenceSelection.loud(messages[h], 1.2, medians[0][h]));
    }
    double[][][] plain = each(scores(), ReferenceScores::softmax);

    assertThat(distance(computed(medians, true), read(filtered, heads(v)))).isLessThan(1e-10);
    assertThat(distance(computed(medians, false), read(plain, heads(v)))).isLessThan(1e-10);
    assertThat(distance(read(filtered, heads(v)), read(plain, heads(v)))).isGreaterThan(0.1);
  }

  @Test
  void mediansFollowWhatIsTrainedOnAndNothingElse() {
    INDArray values = Nd4j.createFromArray(v);
    INDArray output = Nd4j.createFromArray(w);
    INDArray median = Nd4j.zeros(DataType.DOUBLE, 1, HEADS);
    Map<String, INDArray> arrays = Map.of("v", values, "w", output, "median", median);
    Program p = new Program(1);
    Value strong =
        StrongMessages.strongMessages(
            p.parameter("v", Init.constant(0), LENGTH, WIDTH),
            p.parameter("w", Init.constant(0), WIDTH, WIDTH),
            p.state("median", Init.constant(0), 1, HEADS, StrongMessages::following),
            1);
    p.output("strong", strong);
    try (Standalone execution =
        Standalone.forward(p, Backends.reference(), DataType.DOUBLE, known(arrays))) {
      execution.forward(Pass.evaluation());
      assertThat(execution.array("strong").sumNumber().intValue()).isEqualTo(LENGTH * HEADS);
      assertThat(median.sumNumber().doubleValue()).isZero();

      execution.forward(Pass.training(0, Noise.of(1, 0)));
      double first = median(messages()[1]);
      assertThat(median.getDouble(0, 1)).isCloseTo(first, within(1e-12));
      execution.forward(Pass.evaluation());
      // of seven messages the middle one and those above it
      assertThat(execution.array("strong").sumNumber().intValue()).isEqualTo(4 * HEADS);

      values.muli(3);
      execution.forward(Pass.evaluation());
      assertThat(median.getDouble(0, 1)).isCloseTo(first, within(1e-12));
      execution.forward(Pass.training(0, Noise.of(2, 0)));
      assertThat(median.getDouble(0, 1)).isCloseTo(0.9 * first + 0.1 * 3 * first, within(1e-12));
    }
  }

  private double[][] computed(double[][] medians, boolean evaluating) {
    Computed computed = new Computed().with("attention-output", w).with("message-median", medians);
    return computed.of(
        1,
        p -> {
          p.evaluating(evaluating);
          Value query = computed.given(p, "q", q);
          Value key = computed.given(p, "k", k);
          Signals signals = new Signals(query, query, key, query, key, computed.given(p, "v", v));
          return new ByScores(List.of(), new FilteredSoftmax(1.2), List.of())
              .read(signals, new Place(WIDTH, HEADS, 0, 1, Mask.CAUSAL));
        });
  }

  private double[][][] messages() {
    double[][][] messages = new double[HEADS][][];
    for (int h = 0; h < HEADS; h++) {
      int width = WIDTH / HEADS;
      messages[h] = times(heads(v)[h], rows(w, h * width, (h + 1) * width));
    }
    return messages;
  }

  private double[][][] scores() {
    return each(heads(q), heads(k), ReferenceScores::dot);
  }

  private static double[][][] heads(double[][] x) {
    int width = WIDTH / HEADS;
    double[][][] heads = new double[HEADS][][];
    for (int h = 0; h < HEADS; h++) {
      heads[h] = columns(x, h * width, (h + 1) * width);
    }
    return heads;
  }

  private static double median(double[][] messages) {
    double[] lengths = Arrays.stream(messages).mapToDouble(m -> Math.sqrt(dot(m, m))).toArray();
    Arrays.sort(lengths);
    return lengths[lengths.length / 2];
  }

  private static ParameterArrays known(Map<String, INDArray> arrays) {
    return new ParameterArrays() {
      @Override
      public INDArray values(ParameterSpec spec) {
        return arrays.get(spec.name());
      }

      @Override
      public INDArray gradient(ParameterSpec spec) {
        throw new UnsupportedOperationException("forward only");
      }
    };
  }
}
