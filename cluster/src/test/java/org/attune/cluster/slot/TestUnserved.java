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
  void aRunWithoutSlotsIsToldEachMinute() {
    Unserved unserved = new Unserved(observer, Instant.EPOCH);
    for (int second = 0; second < 140; second++) {
      unserved.look(0, Instant.EPOCH.plusSeconds(second));
    }
    assertThat(told).containsExactly("61 s, first", "122 s");
  }

  @Test
  void aSlotStartsTheTimeAnew() {
    Unserved unserved = new Unserved(observer, Instant.EPOCH);
    unserved.look(0, Instant.EPOCH.plusSeconds(61));
    unserved.look(1, Instant.EPOCH.plusSeconds(70));
    unserved.look(0, Instant.EPOCH.plusSeconds(130));
    unserved.look(0, Instant.EPOCH.plusSeconds(131));
    assertThat(told).containsExactly("61 s, first", "61 s, first");
  }
}
