package org.attune.model.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.attune.model.engine.Backends;
import org.attune.model.engine.Standalone;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.Pointer;
import org.attune.model.primitive.Scores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

class TestNoise {

  private static final int MANY = 100_000;

  @Test
  void isEven() {
    Noise noise = Noise.of(3, 7).at(2);
    double[] numbers = IntStream.range(0, MANY).mapToDouble(noise::uniform).toArray();
    double mean = Arrays.stream(numbers).average().orElseThrow();
    double square = Arrays.stream(numbers).map(u -> (u - 0.5) * (u - 0.5)).average().orElseThrow();

    assertThat(Arrays.stream(numbers)).allMatch(u -> u >= 0 && u < 1);
    assertThat(mean).isCloseTo(0.5, within(4 * Math.sqrt(1.0 / 12 / MANY)));
    assertThat(square).isCloseTo(1.0 / 12, within(2e-3));
  }

  @Test
  void neighbouringSeedsStepsAndNodesShareNoNumber() {
    Set<Double> seen = new HashSet<>();
    int drawn = 0;
    for (long seed = 1; seed <= 3; seed++) {
      for (long step = 0; step < 3; step++) {
        for (int node = 0; node < 3; node++) {
          Noise noise = Noise.of(seed, step).at(node);
          for (int i = 0; i < 1_000; i++) {
            seen.add(noise.uniform(i));
            drawn++;
          }
        }
      }
    }
    assertThat(seen).hasSize(drawn);
  }

  @ParameterizedTest
  @ValueSource(strings = {"reference", "cpu"})
  void pointersDoNotDependOnHowTheBatchIsCut(String backend) {
    INDArray q = Nd4j.rand(DataType.FLOAT, 4 * 6, 2);
    INDArray k = Nd4j.rand(DataType.FLOAT, 4 * 6, 2);
    Pass pass = Pass.training(0.5, Noise.of(5, 1));
    INDArray whole = pointers(backend, q, k, pass);
    for (int first = 0; first < 4; first += 2) {
      INDArray part = pointers(backend, rows(q, first), rows(k, first), pass.from(first));
      INDArray expected = Views.dense(whole, first * 36L, 2, 1, 6, 6).dup('c');
      assertThat(part).isEqualTo(expected);
    }
  }

  private static INDArray rows(INDArray all, int example) {
    return Views.rows(all, example * 6L, example * 6L + 12).dup('c');
  }

  private static INDArray pointers(String backend, INDArray q, INDArray k, Pass pass) {
    Program p = new Program((int) q.size(0) / 6);
    Value scores = Scores.scores(p.input("q", 6, 2, false), p.input("k", 6, 2, false), 1, 1);
    p.output("a", Pointer.pointer(scores, Mask.CAUSAL, 1, 0.3));
    try (Standalone e = Standalone.forward(p, Backends.named(backend), DataType.FLOAT, null)) {
      e.feed("q", q);
      e.feed("k", k);
      e.forward(pass);
      return e.array("a");
    }
  }
}
