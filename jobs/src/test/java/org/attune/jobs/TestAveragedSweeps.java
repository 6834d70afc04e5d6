package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole sweeps with trials on two workers, on a real Spark in this process. */
class TestAveragedSweeps {

  @TempDir Path folder;

  @BeforeEach
  void twoCores() {
    System.setProperty("spark.master", "local[2]");
  }

  @AfterEach
  void asBefore() {
    System.clearProperty("spark.master");
  }

  @Test
  void trialsInOneSlotAndOnTwoWorkersShareASweepAndItsTable() throws Exception {
    Path sweep =
        Files.writeString(
            folder.resolve("mixed.yaml"),
            """
sweep: mixed
task: text
model: {width: 32, layers: 1, heads: 2}
train: {steps: 40, batch: 8, learning-rate: 1e-2}
task.validation-examples: 100
axes:
  execution.mode: [fan-out, {parameter-averaging: {workers: 2, averaging-frequency: [1, 5]}}]
replicates: 2
objective: {metric: validation_loss, goal: minimize}
""");
    Path out = folder.resolve("out");

    Printed run = Printed.of("run", sweep, "--out", out);

    assertThat(run.exit()).as(run.error()).isZero();
    assertThat(run.output())
        .containsPattern("cell +validation_loss")
        .contains("6 trials: 6 finished");
    JsonNode rows =
        Printed.of(
                "sql",
                "--out",
                out,
                "--format",
                "json",
                "select execution_mode mode, averaging_frequency frequency, count(*) trials,"
                    + " max(validation_loss - initial_validation_loss) worst from results"
                    + " group by all order by mode, frequency")
            .json();
    assertThat(rows).as(rows.toString()).hasSize(3);
    assertThat(rows.get(0).get("mode").asText()).isEqualTo("fan-out");
    assertThat(rows.get(1).get("frequency").asInt()).isEqualTo(1);
    assertThat(rows.get(2).get("frequency").asInt()).isEqualTo(5);
    rows.forEach(row -> assertThat(row.get("trials").asInt()).isEqualTo(2));
    rows.forEach(row -> assertThat(row.get("worst").asDouble()).isLessThan(-0.2));
  }
}
