package org.attune.jobs.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.attune.api.search.Objective;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.state.SweepView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestEta {

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
            List.of());
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
}
