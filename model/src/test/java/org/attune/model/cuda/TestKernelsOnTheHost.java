package org.attune.model.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.attune.model.Natives;
import org.attune.model.engine.Backends;
import org.attune.model.program.Program;
import org.attune.model.program.Specimen;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Every kernel's text, run on this processor under several schedules of its threads, gives what the
 * primitive's formula gives in float64: output and gradients, the second time over used memory.
 */
class TestKernelsOnTheHost {

  private static final int SCHEDULES = 4; // in order, in reverse, two by chance
  private static final double CLOSE = 1e-5;

  @BeforeAll
  static void oneThread() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  @TestFactory
  Stream<DynamicTest> agreeWithTheirFormulas() {
    HostCard.here();
    return KernelCases.all().map(c -> DynamicTest.dynamicTest(c.name(), () -> require(c)));
  }

  private static void require(KernelCases.Case c) {
    Program p = new Program(c.batch());
    c.description().apply(p);
    p.nodes()
        .forEach(
            node ->
                assertThat(Kernels.TABLE.covers(node.primitive()))
                    .as("a kernel of %s", node.primitive())
                    .isTrue());
    try (Specimen proof =
        new Specimen(c.batch(), c.description(), Backends.reference(), DataType.DOUBLE)) {
      c.tokens().forEach(proof.execution()::feed);
      proof.differentiate();
      for (int schedule = 0; schedule < SCHEDULES; schedule++) {
        HostCard card = new HostCard();
        card.driver.scheduled(schedule);
        try (CudaSession session = card.open(true);
            Specimen fast = new Specimen(c.batch(), c.description(), session, DataType.FLOAT)) {
          c.tokens().forEach(fast.execution()::feed);
          for (int replay = 0; replay < 2; replay++) {
            fast.differentiate();
            String where = "%s, schedule %d, replay %d".formatted(c.name(), schedule, replay);
            requireClose(where + ": output", proof.output(), fast.output());
            proof
                .gradients()
                .forEach(
                    (name, expected) ->
                        requireClose(
                            where + ": gradient of " + name, expected, fast.gradients().get(name)));
          }
        }
        assertThat(card.driver.held()).isEmpty();
        assertThat(card.blas.held()).isZero();
      }
    }
  }

  private static void requireClose(String what, INDArray expected, INDArray actual) {
    INDArray difference = actual.castTo(DataType.DOUBLE).sub(expected);
    double scale = Math.max(1, expected.amaxNumber().doubleValue());
    assertThat(difference.amaxNumber().doubleValue()).as(what).isLessThan(CLOSE * scale);
  }
}
