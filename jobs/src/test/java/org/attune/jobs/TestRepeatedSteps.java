package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program whose steps come again: result, table, curve and rules see every report. */
class TestRepeatedSteps {

  private static final String ROWS =
      "select report, step, value from metrics where attempt = 1 and name = 'loss' order by report";

  @TempDir Path folder;
  private Path spec;
  private Path results;

  @BeforeEach
  void declareTheProgram() throws Exception {
    spec =
        Files.writeString(
            folder.resolve("mine.yaml"),
            """
            sweep: mine
            task:
              command:
                run: sh train.sh
                folder: %s
                parameters: {lr: {real: [1e-5, 1], default: 1e-3}}
                metrics: {loss: lower}
            axes: {lr: [0.01]}
            objective: {metric: loss, goal: minimize}
            execution: {slots: 1, retries: 0}
            """
                .formatted(folder));
    results = folder.resolve("results");
  }

  @Test
  void epochsThatCountTheirStepsFromOneHaveAllTheirRows() throws Exception {
    Files.writeString(
        folder.resolve("train.sh"),
        """
        for loss in 3.2 3 2.2 2 1.4 1.2; do
          step=$((step % 2 + 1))
          echo "{\\"step\\": $step, \\"loss\\": $loss}"
        done
        echo '{"loss": 1.1}'
        """);

    Printed run = Printed.of("run", spec, "--out", results);

    assertThat(run.exit()).as(run.error()).isZero();
    assertThat(run.error())
        .containsOnlyOnce(
            " reported step 1 after step 2; each report counts, in its order, and the last is the"
                + " result");
    String rows =
        "report,step,value\n1,1,3.2\n2,2,3.0\n3,1,2.2\n4,2,2.0\n5,1,1.4\n6,2,1.2\n7,2,1.1\n";
    assertThat(rows()).isEqualTo(rows);
    assertThat(best()).isEqualTo(1.1);

    assertThat(Printed.attune("repair", results)).isNotEmpty();
    Printed again = Printed.of("run", spec, "--out", results);

    assertThat(again.exit()).as(again.error()).isZero();
    assertThat(rows()).isEqualTo(rows);
    assertThat(best()).isEqualTo(1.1);
  }

  @Test
  void patienceCountsReportsThatStayAtAStep() throws Exception {
    Files.writeString(spec, Files.readString(spec) + "stop: {patience: {reports: 3}}\n");
    Files.writeString(
        folder.resolve("train.sh"),
        """
        for loss in 1 2 3 4; do echo "{\\"step\\": 5, \\"loss\\": $loss}"; done
        exec sleep 600
        """);

    Printed run = Printed.of("run", spec, "--out", results);

    assertThat(run.exit()).as(run.error()).isZero();
    assertThat(run.error()).contains("attempt 1 stopped");
    assertThat(rows()).isEqualTo("report,step,value\n1,5,1.0\n2,5,2.0\n3,5,3.0\n4,5,4.0\n");
  }

  private String rows() {
    return Printed.attune("sql", "--out", results, "--format", "csv", ROWS);
  }

  private double best() throws Exception {
    JsonNode status = Printed.of("status", results, "--json").json();
    return status.get("best").get("objective").asDouble();
  }
}
