package org.attune.model.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.attune.model.engine.Backend;
import org.attune.model.engine.Backends;
import org.attune.model.program.Pass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/** Parts that start as if they were not there. */
class TestIdentityAtStart {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "attention.score-conv=convolution attention.weight-conv=convolution",
        "attention.score-mixing=mixed attention.weight-mixing=mixed",
        "attention.score-mixing=mixed attention.score-mixing.group=2"
      })
  void layerIsPlainAttentionBeforeTraining(String settings) {
    INDArray plain = output(Backends.reference(), DataType.DOUBLE, "");

    INDArray with = output(Backends.reference(), DataType.DOUBLE, settings);

    assertThat(with.sub(plain).amaxNumber().doubleValue()).isLessThan(1e-14);
    INDArray fast = output(Backends.cpu(), DataType.FLOAT, settings).castTo(DataType.DOUBLE);
    assertThat(fast.sub(plain).amaxNumber().doubleValue()).isLessThan(1e-5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"zero", "constant", "normal"})
  void otherStartsAreNotPlainAttention(String start) {
    INDArray plain = output(Backends.reference(), DataType.DOUBLE, "");

    INDArray with =
        output(
            Backends.reference(),
            DataType.DOUBLE,
            "attention.score-conv=convolution attention.score-conv.init=" + start);

    assertThat(with.sub(plain).amaxNumber().doubleValue()).isGreaterThan(1e-3);
  }

  @Test
  void normalKernelsStartWithTheirDeviation() {
    Map<String, String> settings =
        new TreeMap<>(
            Map.of(
                "model.width", "32",
                "model.heads", "8",
                "attention.score-conv", "convolution",
                "attention.score-conv.init", "normal"));
    try (AttentionTrial trial =
        new AttentionTrial(settings, 1, 13, 0, Backends.reference(), DataType.DOUBLE, false)) {
      trial.start();
      double[] all =
          Arrays.stream(trial.parameter("scores/kernel")).flatMapToDouble(Arrays::stream).toArray();
      double deviation = Math.sqrt(Arrays.stream(all).map(x -> x * x).average().orElseThrow());

      assertThat(all).hasSize(8 * 6 * 11);
      assertThat(Arrays.stream(all).average().orElseThrow()).isCloseTo(0, within(0.003));
      assertThat(deviation).isCloseTo(0.02, within(0.002)); // three of its own deviations
    }
  }

  private static INDArray output(Backend<?> backend, DataType type, String settings) {
    Map<String, String> all = new TreeMap<>(Map.of("model.width", "16", "model.heads", "4"));
    for (String setting : settings.isEmpty() ? new String[0] : settings.split(" ")) {
      String[] pair = setting.split("=");
      all.put(pair[0], pair[1]);
    }
    try (AttentionTrial trial = new AttentionTrial(all, 2, 13, 0, backend, type, false)) {
      trial.start();
      return trial.forward(Pass.evaluation());
    }
  }
}
