package org.attune.sweeps.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.attune.sweeps.event.SteadyClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A machine's clock that somebody sets makes no sweep longer or shorter. */
class TestSteadyClock {

  private static final Instant START = Instant.parse("2026-03-29T10:00:00Z");

  private Instant machine = START;
  private long nanos = 77;

  private final Clock set =
      new Clock() {
        @Override
        public Instant instant() {
          return machine;
        }

        @Override
        public ZoneId getZone() {
          throw new UnsupportedOperationException();
        }

        @Override
        public Clock withZone(ZoneId zone) {
          throw new UnsupportedOperationException();
        }
      };

  @ParameterizedTest
  @ValueSource(strings = {"PT24H", "PT-24H", "PT0S", "PT1H"})
  void aRunsTimesDifferByWhatElapsed(Duration jump) {
    SteadyClock clock = new SteadyClock(set, () -> nanos);
    RealTime run = new RealTime(clock);

    machine = START.plusSeconds(90).plus(jump);
    nanos += Duration.ofSeconds(90).toNanos();

    assertThat(run.now()).isEqualTo(START.plusSeconds(90));
    assertThat(clock.millis()).isEqualTo(START.plusSeconds(90).toEpochMilli());
    assertThat(clock.ahead()).isEqualTo(jump);
  }

  @Test
  void allOfAProcessIsByOneClock() {
    assertThat(SteadyClock.ofProcess()).isSameAs(SteadyClock.ofProcess());
    assertThat(SteadyClock.ofProcess().ahead()).isLessThan(Duration.ofHours(1));
  }
}
