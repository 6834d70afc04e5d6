package org.attune.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TestLabBench {

  @Test
  void honestLabsFindMostOfWhatOfflineFindsAndLittleThatIsWrong() {
    LabBench.Result result = LabBench.result(6, 200);

    assertThat(result.random()).isLessThan(.05);
    assertThat(result.runs()).isLessThan(.05);
    assertThat(result.power() / result.offline()).isBetween(.7, 1.1);
    assertThat(result).isEqualTo(LabBench.result(6, 200));
  }

  @Test
  void anAgentThatTestsEachClaimAtFivePerCentIsMostlyWrong() {
    SimulatedTable table = SimulatedTable.draw(new Random(3), new double[40]);
    List<SimulatedTable.Evidence> own = table.evidence(SimulatedTable.LOOKS.last());

    assertThat(own).allMatch(SimulatedTable.Evidence::wrong); // nothing in it is true
    assertThat(own).anyMatch(arm -> arm.p() <= .05);
    assertThat(SimulatedTable.shown(own, .05)).doesNotContain(true);
  }
}
