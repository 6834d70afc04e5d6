package org.attune.cluster.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.OptionalInt;
import org.apache.spark.resource.ResourceInformation;
import org.junit.jupiter.api.Test;

class TestLeasedGpu {

  @Test
  void theAddressThatSparkGaveIsTheCardsNumber() {
    assertThat(LeasedGpu.of(Map.of("gpu", new ResourceInformation("gpu", new String[] {"3"}))))
        .isEqualTo(OptionalInt.of(3));
  }

  @Test
  void aTaskWithoutOneHasNone() {
    assertThat(LeasedGpu.of(Map.of())).isEmpty();
    assertThat(LeasedGpu.of(Map.of("gpu", new ResourceInformation("gpu", new String[0]))))
        .isEmpty();
    assertThat(LeasedGpu.ofThisTask()).isEmpty();
  }
}
