package org.attune.cluster.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.resource.ResourceInformation;
import org.attune.api.trial.Gpus;
import org.attune.api.trial.TrialContext;
import org.attune.model.engine.DeviceLease;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestLeasedGpu {

  @Test
  void aTasksLeaseIsTheAddressThatSparkGave() {
    Map<String, ResourceInformation> third =
        Map.of("gpu", new ResourceInformation("gpu", new String[] {"3"}));

    assertThat(LeasedGpu.of(third, 1)).contains(new DeviceLease("3", 1));
    assertThat(LeasedGpu.of(third, 0.25)).contains(new DeviceLease("3", 0.25));
    assertThat(LeasedGpu.of(third, 2)).contains(new DeviceLease("3", 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"GPU-8932f937-d72c-4106-c12f-20bd9faed9f6", "MIG-8932f937", "0:3b:00.0"})
  void anAddressThatIsNoNumberIsALeaseToo(String address) {
    assertThat(
            LeasedGpu.of(
                Map.of("gpu", new ResourceInformation("gpu", new String[] {address})), 0.5))
        .contains(new DeviceLease(address, 0.5));
  }

  @Test
  void aSlotsLeaseIsItsTrials() {
    TrialContext trial = new TrialContext("t", 1, new TreeMap<>(), 7, 1);

    assertThat(LeasedGpu.of(trial.on(new Gpus(List.of("1"), 0.5))))
        .contains(new DeviceLease("1", 0.5));
    assertThat(LeasedGpu.of(trial)).isEmpty();
  }

  @Test
  void aTaskWithoutOneHasNone() {
    assertThat(LeasedGpu.of(Map.of(), 1)).isEmpty();
    assertThat(LeasedGpu.of(Map.of("gpu", new ResourceInformation("gpu", new String[0])), 1))
        .isEmpty();
    assertThat(LeasedGpu.ofThisTask()).isEmpty();
  }
}
