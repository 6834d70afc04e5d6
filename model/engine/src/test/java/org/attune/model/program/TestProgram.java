package org.attune.model.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.attune.model.primitive.Apply.apply;
import static org.attune.model.primitive.Matmul.matmul;
import static org.attune.model.primitive.Matmul.project;
import static org.attune.model.primitive.Residual.residual;
import static org.attune.model.primitive.RmsNorm.rmsNorm;

import java.util.Arrays;
import java.util.List;
import org.attune.model.engine.Backends;
import org.attune.model.engine.ParameterArrays;
import org.attune.model.engine.Standalone;
import org.attune.model.primitive.Pointwise;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

class TestProgram {

  private static final int WIDTH = 16;

  /** A residual stack: every layer could use the memory of the one before. */
  private static Value stack(Program p, int layers) {
    Value x = p.parameter("x", Init.normal(1), 8, WIDTH);
    Value y = matmul(x, p.parameter("in", Init.fanIn(), WIDTH, WIDTH));
    for (int i = 0; i < layers; i++) {
      Value in = y;
      y =
          p.within(
              "layer" + i,
              () -> {
                Value n = rmsNorm(in, p.parameter("gain", Init.constant(1), 1, WIDTH), 1e-6);
                Value h = apply(Pointwise.GELU, project(n, "up", Init.fanIn(), 32));
                return residual(in, h, p.parameter("down", Init.fanIn(), 32, WIDTH));
              });
    }
    return y;
  }

  private static long bytes(int layers) {
    try (Specimen s =
        new Specimen(1, p -> stack(p, layers), Backends.reference(), DataType.DOUBLE)) {
      return s.execution().bytes();
    }
  }

  @Test
  void gradientsOfAllLayersShareMemory() {
    long perLayer = (bytes(12) - bytes(4)) / 8;
    long activations = 8L * (WIDTH + 32 + 32) * Double.BYTES; // norm, up, GELU: kept for adjoints
    long alignment = 3 * 64 + 64;

    assertThat(perLayer).isBetween(activations, activations + alignment);
  }

  @Test
  void forwardOnlyTakesNoMoreMemoryForMoreLayers() {
    assertThat(forwardBytes(12)).isEqualTo(forwardBytes(3));
  }

  private static long forwardBytes(int layers) {
    Program p = new Program(1);
    p.output("y", stack(p, layers));
    ParameterArrays arrays =
        new ParameterArrays() {
          @Override
          public INDArray values(ParameterSpec spec) {
            return Nd4j.zeros(DataType.DOUBLE, spec.rows(), spec.columns());
          }

          @Override
          public INDArray gradient(ParameterSpec spec) {
            throw new AssertionError("a forward-only program asked for a gradient");
          }
        };
    try (Standalone e = Standalone.forward(p, Backends.reference(), DataType.DOUBLE, arrays)) {
      return e.bytes();
    }
  }

  @Test
  void replaysGiveTheSameDigits() {
    try (Specimen s = new Specimen(1, p -> stack(p, 3), Backends.cpu(), DataType.FLOAT)) {
      s.differentiate();
      INDArray output = s.output();
      INDArray gradient = s.gradients().get("x").dup();
      for (int i = 0; i < 5; i++) {
        s.differentiate();
        assertThat(s.output()).isEqualTo(output);
        assertThat(s.gradients().get("x")).isEqualTo(gradient);
      }
    }
  }

  @Test
  void projectionsOfOneValueAreOneParameterOfNamedBlocks() {
    Program p = new Program(1);
    Value x = p.input("x", 4, 3, false);

    Value q = p.within("a", () -> project(x, "q", Init.fanIn(), 2));
    Value k = p.within("a", () -> project(x, "k", Init.constant(1), 5));

    assertThat(q.shape()).containsExactly(4, 2);
    assertThat(k.shape()).containsExactly(4, 5);
    assertThat(p.parameters()).hasSize(1);
    assertThat(p.parameters().get(0).columns()).isEqualTo(7);
    assertThat(p.parameters().get(0).blocks())
        .extracting(ParameterSpec.Block::name)
        .containsExactly("a/q", "a/k");
  }

  @Test
  void blockStartsTheSameWhateverStandsBesideIt() {
    Init uniform = Init.fanIn();
    ParameterSpec alone = spec(new ParameterSpec.Block("q", 2, uniform));
    ParameterSpec beside =
        spec(
            new ParameterSpec.Block("other", 3, uniform), new ParameterSpec.Block("q", 2, uniform));

    double[] first = alone.initialValues("", 1);
    double[] wide = beside.initialValues("", 1);

    for (int r = 0; r < 4; r++) {
      assertThat(Arrays.copyOfRange(wide, r * 5 + 3, r * 5 + 5))
          .containsExactly(first[2 * r], first[2 * r + 1]);
    }
    assertThat(alone.initialValues("", 2)).isNotEqualTo(first);
    assertThat(Arrays.stream(first)).allMatch(v -> Math.abs(v) <= 0.5);
  }

  private static ParameterSpec spec(ParameterSpec.Block... blocks) {
    return new ParameterSpec("w", 4, List.of(blocks));
  }

  @Test
  void overlappingColumnsAreRefused() {
    Value x = new Program(1).input("x", 2, 6, true);
    x.columns(0, 3);

    assertThat(x.columns(0, 3)).isSameAs(x.columns(0, 3));
    assertThatThrownBy(() -> x.columns(2, 5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("overlap [0, 3)");
    assertThatThrownBy(() -> x.columns(3, 7))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("it has 6");
  }

  @Test
  void namesAreUnique() {
    Program p = new Program(1);
    p.parameter("w", Init.fanIn(), 2, 2);

    assertThatThrownBy(() -> p.parameter("w", Init.fanIn(), 2, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot define 'w' twice in one program");
  }

  @Test
  void shapesThatDoNotFitAreNamed() {
    Program p = new Program(1);
    Value x = p.input("x", 2, 6, true);

    assertThatThrownBy(() -> matmul(x, p.parameter("w", Init.fanIn(), 5, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot multiply x[2, 6] by w[5, 2]");
  }
}
