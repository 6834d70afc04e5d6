package org.attune.model.primitive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.model.primitive.CausalAttention.causalAttention;

import org.attune.model.engine.Backends;
import org.attune.model.engine.Execution;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Specimen;
import org.attune.model.program.Value;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.indexing.NDArrayIndex;

/** Attention whose weights are too many to keep computes them again, to the same digits. */
class TestLongAttention {

  private static final int LENGTH = 45; // more than a block of queries, and no multiple
  private static final int HEADS = 64;
  private static final int WIDTH = 128;
  private static final int BATCH = 64; // whose weights are more than a kernel keeps

  @Test
  void manySequencesGiveWhatOneGives() {
    try (Specimen one = new Specimen(1, this::described, Backends.cpu(), DataType.FLOAT);
        Specimen many = new Specimen(BATCH, this::described, Backends.cpu(), DataType.FLOAT)) {
      one.values().forEach((name, array) -> array.assign(first(many.values().get(name))));
      for (int replay = 0; replay < 2; replay++) {
        one.differentiate();
        many.differentiate();

        assertThat(floats(first(many.output()))).isEqualTo(floats(one.output()));
        one.gradients()
            .forEach(
                (name, expected) ->
                    assertThat(floats(first(many.gradients().get(name))))
                        .as(name)
                        .isEqualTo(floats(expected)));
      }
    }
  }

  /** 4,096 tokens, whose weights would be 150 MB in each layer. */
  @Test
  void memoryGrowsWithTheLengthAndNotWithItsSquare() {
    assertThat(bytes(4096)).isLessThan(40L << 20);
    assertThat(bytes(8192)).isLessThan((long) (2.1 * bytes(4096)));
  }

  private static long bytes(int length) {
    Program p = new Program(1);
    Value q = p.parameter("q", Init.normal(1), length, 256);
    p.output("y", causalAttention(q, q, q, 4, 0.125));
    return Execution.plannedBytes(p, Backends.cpu(), Execution.Passes.FORWARD_AND_BACKWARD);
  }

  private Value described(Program p) {
    return causalAttention(matrix(p, "q"), matrix(p, "k"), matrix(p, "v"), HEADS, 0.7);
  }

  private static Value matrix(Program p, String name) {
    return p.parameter(name, Init.normal(1), p.batch() * LENGTH, WIDTH);
  }

  /** What belongs to the first sequence. */
  private static INDArray first(INDArray rows) {
    return rows.get(NDArrayIndex.interval(0, LENGTH), NDArrayIndex.all()).dup('c');
  }

  private static float[] floats(INDArray array) {
    return array.dup('c').data().asFloat();
  }
}
