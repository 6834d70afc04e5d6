package org.attune.model.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.function.Supplier;
import java.util.stream.Stream;
import org.attune.model.Natives;
import org.attune.model.engine.Backends;
import org.attune.model.program.Specimen;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Kernels from which a barrier is taken give wrong numbers under some schedule of their threads.
 */
class TestMissingBarriers {

  private static final int SCHEDULES = 6;
  private static final double CLOSE = 1e-5;

  @BeforeAll
  static void oneThread() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  /** A case, and the text that ends in the barrier that is taken. */
  static Stream<Arguments> barriers() {
    return Stream.of(
        arguments("rms norm", "part[threadIdx.x >> 5] = v;\n  __syncthreads();"),
        arguments("multiply by a row", "part[warp][lane] = sum;\n  __syncthreads();"),
        arguments("attention over several tiles", "h * WIDTH, 32);\n    __syncthreads();"),
        arguments("attention over several tiles", "32) {\n    __syncthreads();"));
  }

  @ParameterizedTest
  @MethodSource("barriers")
  void areFound(String name, String text) {
    HostCard.here();
    KernelCases.Case c =
        KernelCases.all().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    Supplier<HostCard> cards =
        HostCard.changed(source -> source.replace(text, text.replace("__syncthreads();", "")));
    assertThat(Stream.of("norm", "elementwise", "attention").map(Cubins::text))
        .as("a text with that barrier")
        .anyMatch(source -> source.contains(text));
    int wrong = 0;
    for (int schedule = 0; schedule < SCHEDULES; schedule++) {
      wrong += isRight(c, cards.get(), schedule) ? 0 : 1;
    }
    assertThat(wrong).as("schedules that show a barrier missing from %s", name).isPositive();
    assertThat(isRight(c, new HostCard(), SCHEDULES)).isTrue();
  }

  private static boolean isRight(KernelCases.Case c, HostCard card, int schedule) {
    card.driver.scheduled(schedule);
    try (Specimen proof =
            new Specimen(c.batch(), c.description(), Backends.reference(), DataType.DOUBLE);
        CudaSession session = card.open(true);
        Specimen fast = new Specimen(c.batch(), c.description(), session, DataType.FLOAT)) {
      proof.differentiate();
      fast.differentiate();
      boolean right = close(proof.output(), fast.output());
      for (String name : proof.gradients().keySet()) {
        right &= close(proof.gradients().get(name), fast.gradients().get(name));
      }
      return right;
    }
  }

  private static boolean close(INDArray expected, INDArray actual) {
    INDArray difference = actual.castTo(DataType.DOUBLE).sub(expected);
    double scale = Math.max(1, expected.amaxNumber().doubleValue());
    double[] all = difference.dup('c').data().asDouble();
    return java.util.Arrays.stream(all).allMatch(d -> Math.abs(d) < CLOSE * scale);
  }
}
