package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./attune} runs a short sweep of real trainings, and the other commands read it. */
class SweepsEndToEndIT {

  @TempDir static Path folder;
  private static Path sweep;
  private static Path results;
  private static Launched.Result run;

  @BeforeAll
  static void runOnce() throws Exception {
    sweep = ShortSweep.write(folder);
    results = folder.resolve("first");
    run = Launched.attune("run", sweep, "--out", results).await();
  }

  @Test
  void everyTrialFinishesAndLearns() throws Exception {
    assertThat(run.exit()).as(run.error()).isZero();
    JsonNode status = status();
    assertThat(status.get("total").asInt()).isEqualTo(ShortSweep.TRIALS);
    assertThat(status.get("finished").asInt()).isEqualTo(ShortSweep.TRIALS);
    for (JsonNode row :
        sql(results, "select validation_loss, initial_validation_loss from results")) {
      assertThat(row.get("validation_loss").asDouble())
          .isLessThan(row.get("initial_validation_loss").asDouble() - 0.2);
    }
  }

  @Test
  void aTrialTrainedAgainFromItsRowHasTheSameDigits() throws Exception {
    JsonNode one =
        sql(results, "select trial_id from results where gate = 'computed' and replicate = 1");
    Launched.Result again =
        Launched.attune("rerun", results, "--trial", one.at("/0/trial_id").asText()).await();
    assertThat(again.exit()).as(again.output() + again.error()).isZero();
    assertThat(again.output()).contains("validation_loss", "the same digits");
  }

  @Test
  void resultsAreGroupedByGate() throws Exception {
    JsonNode rows =
        ShortSweep.sqlOfProgram(
            results,
            "select gate, avg(validation_loss) loss, count(*) n from results group by gate");
    assertThat(rows).hasSize(4);
    assertThat(rows).allMatch(row -> row.get("n").asInt() == 2);
  }

  @Test
  void theSummaryHasALineForEachGate() {
    assertThat(run.output())
        .contains("cell ", "gate=none", "gate=learned", "gate=from-query", "gate=computed");
    assertThat(run.output()).contains("8 finished", "attune sql --out " + results);
  }

  @Test
  void aFinishedDirectoryPrintsItsTableAndTrainsNothing() throws Exception {
    JsonNode before = sql(results, ShortSweep.METRICS);
    assertThat(before).hasSizeGreaterThan(ShortSweep.TRIALS);
    Launched.Result again = Launched.attune("run", sweep, "--out", results).await();
    assertThat(again.exit()).as(again.error()).isZero();
    assertThat(again.output()).isEqualTo(run.output());
    assertThat(sql(results, ShortSweep.METRICS)).isEqualTo(before);
  }

  /** {@link StandaloneClusterIT} sees that the same seed gives the same digits elsewhere. */
  @Test
  void anotherSeedGivesOtherDigits() throws Exception {
    Path other = folder.resolve("other");
    Launched.Result run =
        Launched.attune("run", sweep, "--out", other, "--set", "seed=1", "--set", "replicates=1")
            .await();
    assertThat(run.exit()).as(run.error()).isZero();
    String losses =
        "select gate, validation_loss loss from results where replicate = 0 order by gate";
    JsonNode one = sql(results, losses);
    JsonNode two = sql(other, losses);
    assertThat(one).hasSize(4);
    assertThat(two).hasSize(4);
    for (int gate = 0; gate < 4; gate++) {
      assertThat(two.get(gate).get("gate")).isEqualTo(one.get(gate).get("gate"));
      assertThat(two.get(gate).get("loss")).isNotEqualTo(one.get(gate).get("loss"));
    }
  }

  @Test
  void anotherSweepInTheDirectoryIsRefused() throws Exception {
    Launched.Result refused =
        Launched.attune("run", sweep, "--out", results, "--set", "train.steps=7").await();
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.error()).contains("this sweep with more", "train.steps");
  }

  @Test
  void onlySelectsAreRun() throws Exception {
    Launched.Result refused =
        Launched.attune("sql", "--out", results, "drop table results").await();
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.error()).contains("only SELECT statements run here");
  }

  @Test
  void theLogHasWhatSparkSaid() throws Exception {
    try (var logs = Files.list(results.resolve("logs"))) {
      assertThat(logs).hasSize(1).allMatch(log -> log.toFile().length() > 1000);
    }
    assertThat(run.error()).doesNotContain("INFO", "WARN");
  }

  private static JsonNode status() throws Exception {
    Launched.Result status = Launched.attune("status", results, "--json").await();
    assertThat(status.exit()).as(status.error()).isZero();
    return new ObjectMapper().readTree(status.output());
  }

  private static JsonNode sql(Path directory, String query) throws Exception {
    return ShortSweep.sql(directory, query);
  }
}
