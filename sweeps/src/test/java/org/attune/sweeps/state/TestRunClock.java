package org.attune.sweeps.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.attune.api.search.Objective;
import org.attune.sweeps.event.Design;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;
import org.junit.jupiter.api.Test;

/** The moment at which a budget's time is over. */
class TestRunClock {

  private static final Instant START = Instant.parse("2024-01-01T00:00:00Z");

  private static Instant at(int minutes) {
    return START.plus(Duration.ofMinutes(minutes));
  }

  private static SweepHeader header(Optional<Duration> wallTime, Optional<Duration> runTime) {
    return new SweepHeader(
        "s-1",
        "s",
        "sweep: s\n",
        Design.ofText("sweep: s\n"),
        0,
        4,
        List.of(new Objective("loss", Objective.Goal.MINIMIZE)),
        0,
        wallTime,
        runTime,
        1,
        new TreeMap<>(),
        List.of(),
        new TreeSet<>(),
        new TreeMap<>());
  }

  /** A driver runs for 10 minutes; an hour later another one starts. */
  private static Optional<Instant> deadline(Optional<Integer> wall, Optional<Integer> run) {
    SweepHeader header = header(wall.map(Duration::ofMinutes), run.map(Duration::ofMinutes));
    SweepState state = new SweepState(new Event.Opened(header, 1, at(0)));
    state.apply(new Event.Suspended(false, "interrupted", at(10)));
    state.apply(new Event.Opened(header, 2, at(70)));
    return state.view().deadline();
  }

  @Test
  void aBreakBetweenDriversCountsForTheWallTimeOnly() {
    assertThat(deadline(Optional.of(100), Optional.empty())).contains(at(100));
    assertThat(deadline(Optional.empty(), Optional.of(30))).contains(at(90));
  }

  @Test
  void theFirstLimitIsTheDeadline() {
    assertThat(deadline(Optional.of(100), Optional.of(30))).contains(at(90));
    assertThat(deadline(Optional.of(80), Optional.of(30))).contains(at(80));
    assertThat(deadline(Optional.empty(), Optional.empty())).isEmpty();
  }
}
