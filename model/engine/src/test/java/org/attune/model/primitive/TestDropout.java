package org.attune.model.primitive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.attune.model.primitive.Dropout.dropout;

import java.util.stream.Stream;
import org.attune.model.engine.Backend;
import org.attune.model.engine.Backends;
import org.attune.model.engine.Standalone;
import org.attune.model.program.Noise;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.factory.Nd4j;

class TestDropout extends GradientContract {

  private static final int COLUMNS = 40;

  @Override
  Stream<Case> cases() {
    return Stream.of(
        of("dropout", 2, p -> dropout(matrix(p, "x", 10, 3), 0.4)),
        of("dropout of a range", 1, p -> dropout(matrix(p, "x", 5, 6).columns(2, 5), 0.4)),
        of("dropout of weights", 2, p -> dropout(scores(p, 2, 3, 4), 0.25)),
        of("dropout of nothing", 1, p -> dropout(matrix(p, "x", 4, 3), 0)));
  }

  /** Which elements are dropped, from the definition of the noise, by itself. */
  @Test
  void whatIsDroppedIsAFunctionOfSeedStepNodeAndElement() {
    double[] y = run(Backends.cpu(), DataType.FLOAT, 4, Pass.training(0, Noise.of(11, 5)));

    long step = 5;
    int dropped = 0;
    for (int i = 0; i < y.length; i++) {
      long key = mix(mix(11) + GOLDEN * (step + 1));
      double uniform = (mix(mix(key + GOLDEN) + GOLDEN * (i + 1)) >>> 11) * 0x1p-53; // node 0
      assertThat(y[i]).isEqualTo(uniform < 0.3 ? 0 : (i + 1) * (float) (1 / 0.7));
      dropped += y[i] == 0 ? 1 : 0;
    }
    assertThat(dropped / (double) y.length).isCloseTo(0.3, within(0.03));
  }

  @Test
  void aBatchInPartsLosesTheSame() {
    double[] whole = run(Backends.cpu(), DataType.FLOAT, 4, Pass.training(0, Noise.of(1, 2)));
    double[] half =
        run(Backends.cpu(), DataType.FLOAT, 2, Pass.training(0, Noise.of(1, 2)).from(2));

    for (int i = 0; i < half.length; i++) {
      assertThat(half[i] == 0).isEqualTo(whole[half.length + i] == 0);
    }
  }

  @Test
  void evaluationLosesNothing() {
    double[] y = run(Backends.reference(), DataType.DOUBLE, 4, Pass.evaluation());

    for (int i = 0; i < y.length; i++) {
      assertThat(y[i]).isEqualTo(i + 1);
    }
  }

  @Test
  void refusesToDropAll() {
    Program p = new Program(1);
    assertThatThrownBy(() -> dropout(p.input("x", 2, 2, false), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid dropout: 1.0 (0 to less than 1)");
  }

  /** Of 1, 2, 3, ... in a batch of {@code examples}. */
  private static double[] run(Backend<?> backend, DataType type, int batch, Pass pass) {
    Program p = new Program(batch);
    int length = 25;
    p.output("y", dropout(p.input("x", length, COLUMNS, false), 0.3));
    double[] values = new double[batch * length * COLUMNS];
    for (int i = 0; i < values.length; i++) {
      values[i] = i + 1;
    }
    try (Standalone e = Standalone.forward(p, backend, type, null)) {
      e.feed("x", Nd4j.createFromArray(values).reshape('c', (long) batch * length, COLUMNS));
      e.forward(pass);
      return e.array("y").dup('c').data().asDouble();
    }
  }

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
