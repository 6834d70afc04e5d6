package org.attune.cluster.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.resource.ResourceInformation;
import org.attune.model.engine.DeviceShare;
import org.attune.sweeps.trial.Gpus;
import org.attune.sweeps.trial.TrialContext;
import org.junit.jupiter.api.Test;

class TestLeasedGpu {

  @Test
  void theAddressThatSparkGaveIsTheCardsNumber() {
    Map<String, ResourceInformation> third =
        Map.of("gpu", new ResourceInformation("gpu", new String[] {"3"}));

    assertThat(LeasedGpu.of(third, 1)).contains(DeviceShare.whole(3));
    assertThat(LeasedGpu.of(third, 0.25)).contains(new DeviceShare(3, 0.25));
    assertThat(LeasedGpu.of(third, 2)).contains(DeviceShare.whole(3));
  }

  @Test
  void aSlotsLeaseIsItsTrials() {
    TrialContext trial = new TrialContext("t", 1, new TreeMap<>(), 7, 1);

    assertThat(LeasedGpu.of(trial.on(new Gpus(List.of("1"), 0.5))))
        .contains(new DeviceShare(1, 0.5));
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
