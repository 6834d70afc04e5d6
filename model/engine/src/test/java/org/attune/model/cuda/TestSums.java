package org.attune.model.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.attune.model.engine.DeviceSession;
import org.attune.model.program.Specimen;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.nd4j.linalg.api.buffer.DataType;

/** Sums over many elements have many blocks, and then one that sums what these have. */
class TestSums {

  @ParameterizedTest
  @CsvSource({
    "add a row to many, column_sums, 4, column_sums, 1", // 1,100 rows, one tile of columns
    "multiply by a row, column_sums, 1, , ", // 41 rows
    "multiply all by a number, total, 2, stretch_sums, 1", // 39,000 elements
    "difference of long heads, head_difference_factor, 2, stretch_sums, 1", // 33,800
    "convolution of long scores, convolve_taps, 12, stretch_sums, 6" // of 6 taps
  })
  void haveABlockForEachPart(String name, String first, int parts, String then, Integer sums) {
    IdleCard card = new IdleCard(1L << 30);
    try (DeviceSession<?> session = card.open(1.0);
        Specimen specimen =
            Agreement.specimen(
                KernelCases.all().filter(c -> c.name().equals(name)).findFirst().orElseThrow(),
                session,
                DataType.FLOAT)) {
      specimen.differentiate();
    }
    List<String> launches =
        card.calls().stream()
            .filter(c -> c.matches("launch .*(sums|total|factor|taps).*"))
            .toList();

    assertThat(launches).startsWith("launch [%s, %d, 256]".formatted(first, parts));
    assertThat(launches).hasSize(then == null ? 1 : 2);
    if (then != null) {
      assertThat(launches.get(1)).startsWith("launch [%s, %d, ".formatted(then, sums));
    }
  }

  @Test
  void aBlockOfMoreThreadsThanACardHasIsRefused() {
    IdleCard card = new IdleCard(1L << 30);
    try (CudaSession session = (CudaSession) card.open(1.0)) {
      Arena arena = (Arena) session.memory(DataType.FLOAT);
      DeviceBuffer x = arena.block(4);
      assertThatThrownBy(() -> ElementKernels.launch(x, "total").threads(1, 2048))
          .hasMessage("Invalid threads of total: 2048, must be whole warps, at most 1024");
      assertThatThrownBy(() -> ElementKernels.launch(x, "total").threads(1, 100))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
