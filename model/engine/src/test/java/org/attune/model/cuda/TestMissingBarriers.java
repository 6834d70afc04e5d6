package org.attune.model.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.model.cuda.device.CudaException;
import org.attune.model.engine.Backends;
import org.attune.model.engine.Natives;
import org.attune.model.primitive.ProofCase;
import org.attune.model.program.Specimen;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;

/**
 * Kernels from which a barrier is taken give wrong numbers under some schedule of their threads.
 */
@Tag("soak")
class TestMissingBarriers {

  private static final int SCHEDULES = 6;

  @BeforeAll
  static void oneThread() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  /** A case, the text's file, and the part of it with the barrier that is taken. */
  static Stream<Arguments> barriers() {
    return Stream.of(
        arguments("rms norm", "norm", "part[threadIdx.x >> 5] = v;\n  __syncthreads();"),
        arguments("rms norm", "norm", "int warps, int columns) {\n  __syncthreads();"),
        arguments("norm of channels", "norm", "part[warp][lane] = v;\n  __syncthreads();"),
        arguments("multiply by a row", "elementwise", "(sums[2] + sums[3]);\n  __syncthreads();"),
        arguments(
            "attention over several tiles", "attention", "__syncthreads(); // all keys are here"),
        arguments(
            "attention over several tiles",
            "attention",
            "__syncthreads(); // the last keys have been read"),
        arguments(
            "attention over several tiles",
            "attention",
            "__syncthreads(); // all queries are here"),
        arguments(
            "attention over several tiles",
            "attention",
            "__syncthreads(); // the last queries have been read"),
        arguments(
            "attention over several tiles",
            "attention",
            "__syncwarp(); // the warp's weights are here"),
        arguments(
            "attention over several tiles",
            "attention",
            "__syncwarp(); // the warp's slopes are here"),
        arguments(
            "attention over several tiles",
            "attention",
            "__syncwarp(); // the warp's weights and slopes are here"),
        arguments("attention over a tile", "attention", "__syncthreads(); // all rows are here"),
        arguments(
            "attention over a tile",
            "attention",
            "__syncthreads(); // all weights and slopes are here"),
        arguments(
            "divide by a large kernel",
            "linear",
            "m[r * n + k] * m[k * n + c];\n    }\n    __syncthreads();"),
        arguments("divide with pivots", "linear", "log(size);\n    __syncthreads();"),
        arguments(
            "divide by a large matrix of rank 6",
            "pseudo",
            "turned_ = 1;\n      }\n      __syncthreads();"),
        arguments("pseudo-inverse of many columns", "pseudo", "bool adds) {\n  __syncthreads();"),
        arguments("added states", "states", "}\n    __syncthreads(); // the next tile is there"),
        arguments("corrected states", "states", "}\n    __syncthreads(); // the next tokens are"),
        arguments("adapted parameters", "sets", "* ins;\n      __syncthreads();"),
        arguments(
            "past blocks of a long sequence", "selection", "own, width);\n  __syncthreads();"));
  }

  @ParameterizedTest
  @MethodSource("barriers")
  void areFound(String name, String file, String text) {
    HostCard.here();
    ProofCase c =
        KernelCases.all().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    assertThat(Cubins.text(file)).contains(text);
    Supplier<HostCard> cards =
        HostCard.changed(source -> source.replace(text, text.replaceAll("__sync\\w+\\(\\);", "")));
    try (Specimen proof = Agreement.specimen(c, Backends.reference(), DataType.DOUBLE)) {
      proof.differentiate();
      boolean found =
          IntStream.range(0, SCHEDULES)
              .anyMatch(schedule -> !isRight(c, proof, cards.get(), schedule));
      assertThat(found).as("a schedule shows that a barrier is missing from %s", name).isTrue();
      assertThat(isRight(c, proof, new HostCard(), SCHEDULES)).isTrue();
    }
  }

  private static boolean isRight(ProofCase c, Specimen proof, HostCard card, int schedule) {
    card.driver.scheduled(schedule);
    try (CudaSession session = card.open(true);
        Specimen fast = Agreement.specimen(c, session, DataType.FLOAT)) {
      fast.differentiate();
      return Agreement.of(proof, fast).isClose();
    } catch (ArithmeticException | CudaException e) {
      return false; // a matrix that is none any more, or a barrier that not all threads reach
    }
  }
}
