package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.attune.api.search.Objective;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.report.RunReport;
import org.attune.jobs.sweep.Sweeps;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was stopped is not what finished: of two cells three seeds, of which few end. */
class TestStoppedTrials {

  private static final Map<String, String> PLAIN = Map.of("attention.gate", "none");
  private static final Map<String, String> GATED = Map.of("attention.gate", "learned");

  @TempDir Path directory;

  private RecordedSweep sweep() throws IOException {
    return RecordedSweep.in(
            directory, "asha", new Objective("validation_loss", Objective.Goal.MINIMIZE))
        .stopped(PLAIN, 0, loss(2))
        .stopped(PLAIN, 1, loss(2))
        .stopped(GATED, 0, loss(0.1));
  }

  private static Map<String, Double> loss(double value) {
    return Map.of("validation_loss", value);
  }

  private String report() throws IOException {
    return new RunReport(
            Sweeps.read(directory.toString()), new TrialCatalog().tree(), directory.toString())
        .print();
  }

  @Test
  void aMeanIsOfFinishedTrials() throws Exception {
    try (RecordedSweep sweep = sweep().finished(PLAIN, 2, loss(0.7)).completed()) {
      sweep.flush();
    }

    assertThat(report())
        .containsPattern("none +0\\.7000 +1, 2 stopped\n")
        .containsPattern("learned +stopped early +0, 1 stopped\n")
        .doesNotContain("no trial has finished");
    JsonNode best = Printed.of("best", directory.toString(), "--json").json();
    assertThat(best.get("name").asText()).contains("gate=none");
    assertThat(best.get("state").asText()).isEqualTo("finished");
    assertThat(best.get("over_seeds").get("validation_loss").get("n").asInt()).isEqualTo(1);
  }

  @Test
  void seedsThatWereStoppedAreCountedBesideTheSurvivors() throws Exception {
    try (RecordedSweep sweep =
        sweep().finished(PLAIN, 2, loss(0.7)).finished(GATED, 2, loss(0.5)).completed()) {
      sweep.flush();
    }
    String analysis = Printed.of("analyze", directory.toString()).output();

    assertThat(analysis)
        .containsPattern("gate=learned +gate=none +-0\\.2000 +1, 2 stopped +one seed")
        .contains("best: gate=learned\n      0.5000, of 1 seed, 1 stopped; no interval:");
    assertThat(Printed.of("export", directory.toString(), "--format", "markdown").output())
        .contains("| learned | **0.5000** | 1, 1 stopped |", "| none | 0.7000 | 1, 2 stopped |");
    assertThat(Printed.of("analyze", directory.toString(), "--json").json().at("/pairs/0/stopped"))
        .hasToString("2");
  }

  @Test
  void whereNoneHasFinishedTheStoppedOnesAreShownAndItIsSaid() throws Exception {
    try (RecordedSweep sweep = sweep()) {
      sweep.flush();
    }

    assertThat(report())
        .containsPattern("learned +0\\.1000 +1\n")
        .containsPattern("none +2\\.000 ± 0 +2\n")
        .contains("no trial has finished: these values are of stopped trials");
    assertThat(Printed.of("best", directory.toString()).output()).contains(", stopped)");
    assertThat(Printed.of("status", directory.toString()).output())
        .containsPattern(
            "best trial: gate=learned.* 0\\.1 \\(trial .*, stopped: none has finished\\)");
  }
}
