package org.attune.jobs.run;

import static java.lang.Double.NaN;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.attune.api.search.Objective;
import org.attune.api.trial.Cause;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.ValidSweep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestSimulateCommand {

  @Test
  void trialsWithoutAnEndOrAFiniteLossAreCounted(@TempDir Path folder) throws Exception {
    ValidSweep sweep = ValidSweep.in(folder);
    Path earlier = folder.resolve("earlier");
    Objective loss = new Objective("validation_loss", Objective.Goal.MINIMIZE);
    try (RecordedSweep recorded = RecordedSweep.in(earlier, "earlier", loss)) {
      recorded.finished(Map.of("attention.gate", "none"), 0, Map.of("validation_loss", 1.0));
      recorded.finished(Map.of("attention.gate", "none"), 1, Map.of("validation_loss", NaN));
      recorded.stopped(Map.of("attention.gate", "learned"), 0, Map.of("validation_loss", 2.0));
      recorded.failed(Map.of("attention.gate", "learned"), 1, Cause.TRIAL_FAULT, "it broke");
      recorded.failed(Map.of("attention.gate", "learned"), 2, Cause.TRIAL_FAULT, "it broke");
      recorded.completed();
    }

    assertThat(Printed.of("simulate", sweep.spec(), "--from", earlier.toString()).error())
        .contains("curves of 2 trials, 1 without a finite validation_loss, in ")
        .contains("; left out, so bad cells look better than they are: ")
        .contains(": 1 trial that a rule stopped, 2 trials that failed");
  }

  @Test
  void aNumberOutOfRangeIsToldItsRange(@TempDir Path folder) throws Exception {
    ValidSweep sweep = ValidSweep.in(folder);

    sweep.assertRefused(
        "--workers is 0; it must be from 1 to 100000", "simulate", sweep.spec(), "--workers", 0);
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
        "there are 2 trials that a rule stopped, and their curves have no end",
        "simulate",
        sweep.spec(),
        "--from",
        earlier.toString());
  }
}
