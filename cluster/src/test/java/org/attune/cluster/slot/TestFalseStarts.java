package org.attune.cluster.slot;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class TestFalseStarts {

  private final FalseStarts starts = new FalseStarts(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
  private final Throwable cause = new IllegalStateException("no such directory");

  @Test
  void theNextSlotWaitsAfterOneThatDied() {
    assertThat(starts.pausing()).isFalse();

    assertThat(starts.died(cause, false)).isEmpty();

    assertThat(starts.pausing()).isTrue();
  }

  @Test
  void theTenthInARowEndsTheRunUnlessOthersAreAtWork() {
    for (int i = 1; i < 10; i++) {
      assertThat(starts.died(cause, false)).isEmpty();
    }
    assertThat(starts.died(cause, true)).isEmpty();
    assertThat(starts.died(cause, false).orElseThrow())
        .hasMessage(
            "Gave up after 11 slots died before they asked for a trial; the last said: no"
                + " such directory")
        .hasCause(cause);
  }

  @Test
  void oneThatAsksForATrialBreaksTheRow() {
    for (int i = 1; i < 10; i++) {
      starts.died(cause, false);
    }
    starts.arrived();

    assertThat(starts.died(cause, false)).isEmpty();
  }
}
