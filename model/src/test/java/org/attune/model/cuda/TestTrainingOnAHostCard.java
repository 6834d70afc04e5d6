package org.attune.model.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import org.attune.api.catalog.Configuration;
import org.attune.model.cuda.device.CudaException;
import org.attune.model.engine.Natives;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole steps on a card that is this processor: forward, backward, update, published to DL4J. */
class TestTrainingOnAHostCard {

  private static final int STEPS = 6;

  @BeforeAll
  static void oneThread() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"adam", "adamw", "sgd", "momentum", "heavy-ball"})
  void everyUpdateRuleTrainsAsOnTheProcessor(String optimizer) {
    HostCard card = HostCard.here();
    try (CudaSession session = card.open(true);
        Trained there = new Trained(Trained.settings(optimizer), session);
        Trained here = new Trained(Trained.settings(optimizer), null)) {
      for (int step = 0; step < STEPS; step++) {
        assertThat(there.step(step)).isCloseTo(here.step(step), within(2e-5));
      }
      assertThat(there.distanceTo(here)).isLessThan(5e-4); // Adam divides by small numbers
    }
    assertThat(card.held()).isEmpty();
    assertThat(card.blas.busy()).isZero();
  }

  /** A step takes 5 % of what decays: two of them take 0.1 of a gain. */
  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void gainsDecayAsOnTheProcessor(String decayGains) {
    HostCard card = HostCard.here();
    Map<String, String> all = new HashMap<>(Trained.settings("adamw").values());
    all.put("train.optimizer.weight-decay", "5");
    all.put("train.decay-gains", decayGains);
    Configuration settings = new Configuration(all);
    try (CudaSession session = card.open(true);
        Trained there = new Trained(settings, session);
        Trained here = new Trained(settings, null)) {
      for (int step = 0; step < STEPS; step++) {
        assertThat(there.step(step)).isCloseTo(here.step(step), within(2e-5));
      }
      assertThat(there.distanceTo(here)).isLessThan(5e-4);
    }
    assertThat(card.held()).isEmpty();
  }

  @Test
  void aStepIsOneGraphOnceItIsRecorded() {
    HostCard card = HostCard.here();
    try (CudaSession session = card.open(true);
        Trained there = new Trained(Trained.settings("adam"), session)) {
      there.step(0);
      there.step(1);
      card.driver.calls.clear();
      there.step(2);

      assertThat(card.driver.calls)
          .filteredOn(call -> call.equals("launchGraph"))
          .hasSize(1); // inputs, forward, backward, update
      assertThat(card.driver.calls)
          .noneMatch(call -> call.startsWith("allocate") || call.startsWith("launch ["))
          .filteredOn(call -> call.equals("synchronize"))
          .hasSize(1); // for the loss
    }
  }

  @Test
  void lossesAreReadLaterWithTheSameDigits() {
    HostCard card = HostCard.here();
    double[] waited = new double[STEPS];
    try (CudaSession session = card.open(true);
        Trained there = new Trained(Trained.settings("adam"), session)) {
      for (int step = 0; step < STEPS; step++) {
        waited[step] = there.step(step);
      }
    }
    try (CudaSession session = card.open(true);
        Trained there = new Trained(Trained.settings("adam"), session)) {
      List<DoubleSupplier> later = new ArrayList<>();
      for (int step = 0; step < STEPS; step++) {
        card.driver.calls.clear();
        later.add(there.stepAhead(step));
      }
      assertThat(card.driver.calls).doesNotContain("synchronize"); // nor for the step before
      assertThat(card.driver.calls)
          .element(card.driver.calls.size() - 1)
          .isEqualTo("copyOut [4]"); // the loss, on its way
      for (int step = 0; step < STEPS; step++) {
        assertThat(later.get(step).getAsDouble()).isEqualTo(waited[step]);
      }
    }
    assertThat(card.held()).isEmpty();
  }

  @Test
  void aTrialsRowNamesCardAndDriver() {
    HostCard card = HostCard.here();
    try (CudaSession session = card.open(true)) {
      assertThat(session.description()).isEqualTo("gpu:0 NVIDIA H200 cuda 13.0 driver 580.65.06");
    }
    card.driver.release = Optional.empty();
    try (CudaSession session = card.open(true)) {
      assertThat(session.description()).isEqualTo("gpu:0 NVIDIA H200 cuda 13.0");
    }
  }

  @Test
  void whatIsRecordedIsWhatIsDoneStepByStep() {
    HostCard card = HostCard.here();
    try (CudaSession recorded = card.open(true);
        CudaSession eager = card.open(false);
        Trained there = new Trained(Trained.settings("adamw"), recorded);
        Trained here = new Trained(Trained.settings("adamw"), eager)) {
      for (int step = 0; step < STEPS; step++) {
        assertThat(there.step(step)).isEqualTo(here.step(step));
      }
      assertThat(there.distanceTo(here)).isZero();
    }
  }

  @Test
  void trialsOnOneCardDoNotDisturbEachOther() {
    HostCard card = HostCard.here();
    double[] alone = new double[STEPS];
    try (CudaSession session = card.open(true);
        Trained one = new Trained(Trained.settings("adam"), session)) {
      for (int step = 0; step < STEPS; step++) {
        alone[step] = one.step(step);
      }
    }
    try (CudaSession first = card.open(true);
        CudaSession second = card.open(true);
        Trained one = new Trained(Trained.settings("adam"), first);
        Trained other = new Trained(Trained.settings("momentum"), second)) {
      for (int step = 0; step < STEPS; step++) {
        assertThat(one.step(step)).isEqualTo(alone[step]);
        other.step(step);
      }
    }
    assertThat(card.held()).isEmpty();
  }

  @Test
  void aTrialThatRunsOutOfMemoryLeavesNothingBehind() {
    HostCard card = HostCard.here();
    card.driver.memory = 34L << 20; // the workspace, and little more
    assertThatThrownBy(
            () -> {
              try (CudaSession session = card.open(true);
                  Trained there = new Trained(Trained.settings("adam"), session)) {
                there.step(0);
              }
            })
        .isInstanceOf(CudaException.class)
        .hasMessageContaining("out of memory")
        .matches(e -> ((CudaException) e).isOutOfMemory());
    assertThat(card.held()).isEmpty();
    assertThat(card.blas.busy()).isZero();
  }

  @Test
  void anIllegalAccessEndsAllTrialsOfTheProcessAndNoneBeginsAfterIt() {
    HostCard card = HostCard.here();
    CudaSession session = card.open(true);
    CudaSession neighbour = card.open(true);
    Trained there = new Trained(Trained.settings("adam"), session);
    there.step(0);
    card.driver.sticky = 700;

    assertThatThrownBy(() -> there.step(1))
        .isInstanceOf(CudaException.class)
        .hasMessageContaining("said 700, an illegal memory access was encountered")
        .matches(e -> ((CudaException) e).losesContext());
    assertThatCode(there::close).doesNotThrowAnyException();
    assertThatCode(session::close).doesNotThrowAnyException();
    assertThatThrownBy(() -> new Trained(Trained.settings("adam"), neighbour).step(0))
        .matches(e -> ((CudaException) e).losesContext());
    assertThatCode(neighbour::close).doesNotThrowAnyException();
    assertThatThrownBy(() -> card.open(true))
        .isInstanceOf(CudaException.class)
        .hasMessageStartingWith(
            "This process can no longer use its GPU because its context was lost: ")
        .matches(e -> ((CudaException) e).losesContext());
    assertThat(card.runtime.problem()).isPresent();
  }
}
