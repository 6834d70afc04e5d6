package org.attune.model.primitive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.attune.model.engine.Backends;
import org.attune.model.engine.Standalone;
import org.attune.model.program.Noise;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

class TestPointer {

  private static final int LENGTH = 6;

  @Test
  void pointsAtTheLargestScoreSeen() {
    INDArray a = weights(Pass.evaluation());

    for (int i = 0; i < LENGTH; i++) {
      assertThat(a.get(point(0), point(0), point(i)).sumNumber().doubleValue()).isEqualTo(1);
      for (int j = i + 1; j < LENGTH; j++) {
        assertThat(a.getDouble(0, 0, i, j)).isZero();
      }
    }
    assertThat(a.getDouble(0, 0, 0, 0)).isEqualTo(1);
  }

  @Test
  void noiseIsOfTrainingAloneAndFollowsItsSeed() {
    assertThat(weights(Pass.training(0, Noise.of(1, 0))))
        .isEqualTo(weights(Pass.training(0, Noise.of(1, 0))));
    boolean differs = false;
    for (int seed = 2; seed < 12; seed++) {
      differs |= !weights(Pass.training(0, Noise.of(seed, 0))).equals(weights(Pass.evaluation()));
    }
    assertThat(differs).isTrue();
  }

  @Test
  void refusesATemperatureOfZero() {
    Program p = new Program(1);
    Value x = p.input("x", 2, 2, false);
    Value s = Scores.scores(x, x, 1, 1);

    assertThatThrownBy(() -> Pointer.pointer(s, Mask.CAUSAL, 1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid temperatures: from 1.0 to 0.0 (more than 0)");
  }

  private static org.nd4j.linalg.indexing.INDArrayIndex point(int i) {
    return org.nd4j.linalg.indexing.NDArrayIndex.point(i);
  }

  private static INDArray weights(Pass pass) {
    Program p = new Program(1);
    Value x = p.input("x", LENGTH, 3, false);
    p.output("a", Pointer.pointer(Scores.scores(x, x, 1, 1), Mask.CAUSAL, 1, 0.3));
    Random random = new Random(3);
    double[] values = random.doubles(LENGTH * 3, -1, 1).toArray();
    try (Standalone e = Standalone.forward(p, Backends.reference(), DataType.DOUBLE, null)) {
      e.feed("x", Nd4j.createFromArray(values).reshape('c', LENGTH, 3));
      e.forward(pass);
      return e.array("a").dup();
    }
  }
}
