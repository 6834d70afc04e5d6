package org.attune.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.Configuration;
import org.attune.model.cuda.device.CardId;
import org.attune.model.cuda.device.DeviceFacts;
import org.attune.model.cuda.device.Installation;
import org.junit.jupiter.api.Test;

class TestGpuOffer {

  private static final List<DeviceFacts> CARDS =
      List.of(new DeviceFacts(0, CardId.of("a", "b"), "a card", 9, 0, 1L << 30, 1 << 16));

  @Test
  void modelsNeedCudasLibrariesAndProgramsTheDriverAlone() {
    Installation bare = installation(List.of("NVRTC not found"));
    Installation whole = installation(List.of());

    assertThat(GpuOffer.cards(bare, true)).isZero();
    assertThat(GpuOffer.cards(bare, false)).isEqualTo(1);
    assertThat(GpuOffer.cards(whole, true)).isEqualTo(1);
  }

  @Test
  void aSweepForGpusSaysThatItTrainsOnTheProcessor() {
    Installation bare = installation(List.of("NVRTC not found"));
    Installation whole = installation(List.of());
    Configuration gpu = new Configuration(Map.of("execution.device", "gpu"));
    Configuration refuses =
        new Configuration(Map.of("execution.device", "gpu", "execution.fallback", "refuse"));

    assertThat(GpuOffer.warning(gpu, () -> bare))
        .get()
        .asString()
        .contains("trials train on the processor");
    assertThat(GpuOffer.warning(gpu, () -> whole)).isEmpty();
    assertThat(GpuOffer.warning(refuses, () -> bare)).isEmpty();
    assertThat(GpuOffer.warning(new Configuration(Map.of()), () -> bare)).isEmpty();
  }

  private static Installation installation(List<String> problems) {
    return new Installation(
        Optional.empty(), Optional.empty(), Optional.empty(), CARDS, List.of(), problems);
  }
}
