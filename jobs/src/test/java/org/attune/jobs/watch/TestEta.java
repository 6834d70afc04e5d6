package org.attune.jobs.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.api.search.Trial;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.state.SweepState;
import org.attune.sweeps.state.SweepView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestEta {

  private static final Objective LOSS = new Objective("validation_loss", Objective.Goal.MINIMIZE);

  @TempDir Path sweep;

  /** Of two trials, the first took a second. */
  private SweepView oneOfTwo() throws Exception {
    SweepHeader header =
        new SweepHeader(
            "two-00000000",
            "two",
            "sweep: two\n",
            0,
            2,
            List.of(new Objective("validation_loss", Objective.Goal.MINIMIZE)),
            0,
            Optional.empty(),
            Optional.empty(),
            1,
            new TreeMap<>(),
            List.of(),
            new TreeSet<>(),
            new TreeMap<>());
    try (RecordedSweep recorded = RecordedSweep.in(sweep, header)) {
      recorded.finished(Map.of("width", "64"), 0, Map.of("validation_loss", 1.0)).flush();
    }
    return Sweeps.read(sweep.toString());
  }

  @Test
  void theLastTrialTakesItsWholeTimeHoweverManySlotsAreIdle() throws Exception {
    SweepView sweep = oneOfTwo();

    assertThat(Eta.of(sweep, 8, sweep.startedAt())).isEqualTo(Eta.of(sweep, 1, sweep.startedAt()));
    assertThat(Eta.of(sweep, 8, sweep.startedAt())).hasValue(sweep.meanWallTime().orElseThrow());
    assertThat(sweep.meanWallTime().orElseThrow()).isPositive();
  }

  /** Two attempts ran at a time; one has just ended, and its slot has not begun the next. */
  @Test
  void aSlotThatIsEmptyForAMomentCounts() throws Exception {
    SweepHeader header =
        new SweepHeader("s-0", "s", "sweep: s\n", 0, 9, LOSS, 0, 1, new TreeMap<>());
    Instant start = Instant.parse("2026-01-01T12:00:00Z");
    SweepState state = new SweepState(new Event.Opened(header, 1, start));
    for (int i = 0; i < 4; i++) {
      Trial trial = Trial.of(i, new Configuration(Map.of("width", "" + i)), 0, 0);
      Instant begun = start.plusSeconds(60 * (i / 2));
      state.apply(new Event.Suggested(trial, 0, begun));
      state.apply(new Event.Started(trial.id(), 1, "0." + i % 2, "host", "cpu", Map.of(), begun));
      if (i < 3) {
        Map<String, Double> loss = Map.of("validation_loss", 1.0);
        state.apply(new Event.Finished(trial.id(), 1, loss, Map.of(), begun.plusSeconds(60)));
      }
    }

    assertThat(state.view().counts().running()).isEqualTo(1);
    assertThat(Eta.atOnce(state.view())).isEqualTo(2);
  }
}
