package org.attune.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.attune.api.search.Objective;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.ValidSweep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestSimulateCommand {

  @Test
  void trialsThatARuleStoppedAreCounted(@TempDir Path folder) throws Exception {
    ValidSweep sweep = ValidSweep.in(folder);
    Path earlier = folder.resolve("earlier");
    Objective loss = new Objective("validation_loss", Objective.Goal.MINIMIZE);
    try (RecordedSweep recorded = RecordedSweep.in(earlier, "earlier", loss)) {
      recorded.finished(Map.of("attention.gate", "none"), 0, Map.of("validation_loss", 1.0));
      recorded.stopped(Map.of("attention.gate", "learned"), 0, Map.of("validation_loss", 2.0));
      recorded.completed();
    }

    assertThat(Printed.of("simulate", sweep.spec(), "--from", earlier.toString()).error())
        .contains("curves of 1 trial in ", "; left out: 1 trial that a rule stopped, so");
  }

  @Test
  void whereARuleStoppedAllTheirNumberIsTold(@TempDir Path folder) throws Exception {
    ValidSweep sweep = ValidSweep.in(folder);
    Path earlier = folder.resolve("earlier");
    Objective loss = new Objective("validation_loss", Objective.Goal.MINIMIZE);
    try (RecordedSweep recorded = RecordedSweep.in(earlier, "earlier", loss)) {
      recorded.stopped(Map.of("attention.gate", "none"), 0, Map.of("validation_loss", 2.0));
      recorded.stopped(Map.of("attention.gate", "learned"), 0, Map.of("validation_loss", 2.0));
      recorded.completed();
    }

    sweep.assertRefused(
        "a rule stopped 2, whose curves have no end",
        "simulate",
        sweep.spec(),
        "--from",
        earlier.toString());
  }
}
