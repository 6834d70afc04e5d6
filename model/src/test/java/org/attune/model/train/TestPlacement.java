package org.attune.model.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.Configuration;
import org.attune.model.engine.Backends;
import org.attune.model.engine.DeviceBackend;
import org.attune.model.engine.DeviceLease;
import org.attune.model.network.Signature;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where trials compute on a machine without a GPU. */
class TestPlacement {

  private static final Signature TOKENS = Signature.tokens(6, 5);

  @BeforeEach
  void onlyWithoutOne() {
    Assumptions.assumeTrue(((DeviceBackend<?>) Backends.named("cuda")).problem().isPresent());
  }

  @Test
  void nothingIsLookedForWhereNothingIsAskedFor() {
    try (Placement place = Placement.of(settings(Map.of()), TOKENS, Optional.empty())) {
      assertThat(place.session()).isEmpty();
      assertThat(place.device()).isEqualTo("cpu");
    }
  }

  @Test
  void aRowSaysWhyItsTrialDidNotRunOnTheGpuThatWasAskedFor() {
    Map<String, String> gpu = Map.of("execution.device", "gpu");
    try (Placement place = Placement.of(settings(gpu), TOKENS, Optional.empty())) {
      assertThat(place.session()).isEmpty();
      assertThat(place.device()).startsWith("cpu (No NVIDIA driver: libcuda.so.1 not found");
    }
  }

  @Test
  void aRowSaysWhyItsTrialDidNotRunOnTheGpuThatWasLeased() {
    Optional<DeviceLease> leased = Optional.of(new DeviceLease("0", 1));
    try (Placement place = Placement.of(settings(Map.of()), TOKENS, leased)) {
      assertThat(place.device()).startsWith("cpu (No NVIDIA driver: libcuda.so.1 not found");
    }
  }

  @Test
  void withRefuseNothingElseWillDo() {
    Map<String, String> strict = Map.of("execution.device", "gpu", "execution.fallback", "refuse");

    assertThatThrownBy(
            () -> Placement.of(settings(strict), TOKENS, Optional.of(new DeviceLease("0", 1))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "Cannot run on a GPU, and execution.fallback is refuse: No NVIDIA driver");
  }

  @Test
  void whatHasNoKernelIsToldBeforeAnythingRuns() {
    Map<String, String> wide =
        Map.of(
            "model.width", "258",
            "model.heads", "1",
            "execution.device", "gpu",
            "execution.fallback", "refuse");

    assertThat(Placement.conflict(settings(wide), TOKENS).orElseThrow())
        .startsWith("execution.fallback: refuse, but there is no GPU kernel for CausalAttention");
    Map<String, String> muon =
        Map.of(
            "train.optimizer", "muon", "execution.device", "gpu", "execution.fallback", "refuse");
    assertThat(Placement.conflict(settings(muon), TOKENS))
        .contains(
            "execution.fallback: refuse, but there is no GPU kernel for train.optimizer muon");
    assertThat(Placement.uncovered(settings(Map.of()), TOKENS)).isEmpty();
  }

  private static Configuration settings(Map<String, String> more) {
    Map<String, String> all =
        new HashMap<>(Map.of("model.width", "8", "model.heads", "2", "model.feed-forward", "8"));
    all.putAll(more);
    return new Configuration(all);
  }
}
