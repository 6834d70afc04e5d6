package org.attune.cluster.slot;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TestUnserved {

  private final List<String> told = new ArrayList<>();
  private final RunObserver observer =
      new RunObserver() {
        @Override
        public void unserved(Duration since, boolean first) {
          told.add(since.toSeconds() + (first ? " s, first" : " s"));
        }
      };

  @Test
  void aRunWithoutSlotsIsToldAfter15SecondsAndThenEachMinute() {
    Unserved unserved = new Unserved(observer, Instant.EPOCH);
    for (int second = 0; second < 140; second++) {
      unserved.look(0, Instant.EPOCH.plusSeconds(second));
    }
    assertThat(told).containsExactly("16 s, first", "77 s", "138 s");
  }

  @Test
  void aSlotStartsTheTimeAnew() {
    Unserved unserved = new Unserved(observer, Instant.EPOCH);
    unserved.look(0, Instant.EPOCH.plusSeconds(16));
    unserved.look(1, Instant.EPOCH.plusSeconds(20));
    unserved.look(0, Instant.EPOCH.plusSeconds(35));
    unserved.look(0, Instant.EPOCH.plusSeconds(36));
    assertThat(told).containsExactly("16 s, first", "16 s, first");
  }
}
