package org.attune.model.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Stream;
import org.attune.model.fusion.FusionCases;
import org.attune.model.fusion.FusionCases.FusionCase;
import org.attune.model.program.Specimen;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.nd4j.linalg.api.buffer.DataType;

/** What the fusion pass makes of programs has kernels that agree with the programs' formulas. */
class TestFusionOnTheHost {

  /** A kernel of each rule that no other node launches. */
  private static final Map<String, String> OWN =
      Map.of(
          "elementwise", "formula_forward",
          "qk-norm", "heads_forward",
          "gains", "gain_sums");

  @TestFactory
  Stream<DynamicTest> agreesWithTheProgramsFormulas() {
    HostCard.here();
    return FusionCases.all()
        .map(c -> DynamicTest.dynamicTest(c.program().name(), () -> require(c)));
  }

  private static void require(FusionCase c) {
    TestKernelsOnTheHost.require(c.program());
    HostCard card = new HostCard();
    try (CudaSession session = card.open(true);
        Specimen specimen = Agreement.specimen(c.program(), session, DataType.FLOAT)) {
      specimen.differentiate();
    }
    assertThat(card.driver.calls)
        .as("every program has a node of its rule's")
        .anyMatch(call -> call.startsWith("launch [" + OWN.get(c.rule())));
  }
}
