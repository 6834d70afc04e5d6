package org.attune.cluster.slot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** A spread trial may be ended at any moment, and its thread then serves others. */
class TestSpreadTrialEnds {

  private final SpreadTrials.Running trial = new SpreadTrials.Running(1);

  @Test
  void aTrialThatIsEndedBeforeItBeginsDoesNotBegin() {
    trial.cutShort();
    assertThatThrownBy(trial::begin).isInstanceOf(InterruptedException.class);
  }

  @Test
  void aTrialThatServesIsInterrupted() throws Exception {
    trial.begin();
    trial.cutShort();
    assertThat(trial.isCutShort()).isTrue();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void theNextTrialOfTheThreadIsNotInterrupted() throws Exception {
    trial.begin();
    trial.cutShort();
    trial.end();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    trial.cutShort();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }
}
