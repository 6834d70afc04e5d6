package org.attune.jobs.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.stream.Stream;
import org.attune.api.search.Objective;
import org.attune.jobs.RecordedSweep;
import org.attune.sweeps.state.SweepView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands beside a run know its driver's time, also after somebody set the machine's clock. */
class TestDriverTime {

  @TempDir Path folder;

  /** A sweep whose journal was last written when the machine's clock was so far ahead. */
  private SweepView sweep(Duration ahead) throws Exception {
    Objective loss = new Objective("loss", Objective.Goal.MINIMIZE);
    try (RecordedSweep sweep = RecordedSweep.in(folder, "short", loss)) {
      sweep
          .finished(Map.of("width", "64"), 0, Map.of("loss", 1.0))
          .running(Map.of("width", "64"), 1);
      sweep.flush();
    }
    SweepView view = Sweeps.read(folder.toString());
    Path journal;
    try (Stream<Path> journals = Files.list(folder.resolve("journal"))) {
      journal = journals.findFirst().orElseThrow();
    }
    Files.setLastModifiedTime(journal, FileTime.from(view.ran().last().plus(ahead)));
    return view;
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT24H", "PT-24H", "PT3H"})
  void aJumpIsNotTakenForTime(Duration jump) throws Exception {
    SweepView sweep = sweep(jump);
    Instant written = sweep.ran().last();
    Clock machine = Clock.fixed(written.plus(jump).plusSeconds(5), ZoneOffset.UTC);

    Instant now = DriverTime.now(folder.toString(), sweep, machine);

    assertThat(now).isCloseTo(written.plusSeconds(5), within(1, ChronoUnit.MILLIS)); // a file's
    assertThat(sweep.ran().until(now)).isLessThan(Duration.ofMinutes(1));
  }

  @Test
  void withoutOneTheMachinesClockIsTheDrivers() throws Exception {
    SweepView sweep = sweep(Duration.ofSeconds(2));
    Instant now = sweep.ran().last().plusSeconds(600);

    assertThat(DriverTime.now(folder.toString(), sweep, Clock.fixed(now, ZoneOffset.UTC)))
        .isEqualTo(now);
  }
}
