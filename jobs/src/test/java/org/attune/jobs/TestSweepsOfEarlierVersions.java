package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Directories that 0.1.0 wrote and whose driver was killed can be read and resumed. {@code
 * written-by-0.1.0/README.md} says how they were made.
 */
class TestSweepsOfEarlierVersions {

  private static final Path WRITTEN = Path.of("src/test/resources/written-by-0.1.0");

  /** A training that 0.1.0 left behind its checkpoint of step 678. */
  private static final String INTERRUPTED = "2aa95048d590-1";

  private static final String VALUES =
      "select trial_id, %s value from results where state='finished'";

  @TempDir Path folder;

  @BeforeEach
  void unpack() throws Exception {
    Process tar =
        new ProcessBuilder(
                "tar", "xzf", WRITTEN.resolve("sweeps.tgz").toString(), "-C", folder.toString())
            .inheritIO()
            .start();
    assertThat(tar.waitFor()).isZero();
  }

  @Test
  void trainingsResumeFromTheirCheckpoints() throws Exception {
    Path sweep = folder.resolve("trained");
    assertThat(Printed.attune("status", sweep))
        .contains("4 trials: 2 finished", "2 pending", INTERRUPTED, "at step 600");
    Map<String, Double> before = values(sweep, "validation_loss");
    assertThat(before).containsOnlyKeys("2aa95048d590-0");

    Printed run = Printed.of("run", WRITTEN.resolve("trained.yaml"), "--out", sweep);

    assertThat(run.exit()).as(run.error()).isZero();
    assertThat(run.output()).contains("4 trials: 4 finished");
    Map<String, Double> after = values(sweep, "validation_loss");
    assertThat(after).hasSize(4).containsAllEntriesOf(before);
    // What 0.1.0 itself ends with. Kernels round differently since, which 3,300 steps barely show.
    assertThat(after.get(INTERRUPTED)).isCloseTo(2.288304, within(2e-3));
    assertThat(after.get("54ba0ebb5363-1")).isCloseTo(2.248783, within(5e-2));
    assertThat(
            rows(sweep, "select min(step) s from artifacts where attempt = 2").at("/0/s").asInt())
        .isGreaterThan(678);
    JsonNode carried =
        rows(
            sweep,
            "select count(*) n, count_if(a.value <> b.value) differ from metrics a join metrics b"
                + " using (trial_id, step, name) where a.attempt = 1 and b.attempt = 2");
    assertThat(carried.at("/0/n").asInt()).as("reports in the checkpoint").isEqualTo(10);
    assertThat(carried.at("/0/differ").asInt()).isZero();
  }

  @Test
  void searchesContinueFromTheirTrials() throws Exception {
    Path sweep = folder.resolve("searched");
    assertThat(Printed.attune("status", sweep))
        .contains("24 trials: 8 finished, 5 stopped, 0 running, 11 pending");
    assertThat(Printed.attune("best", sweep)).contains("lr=9.98732e-4");
    Map<String, Double> before = values(sweep, "loss");

    Printed run = Printed.of("run", WRITTEN.resolve("searched.yaml"), "--out", sweep);

    assertThat(run.exit()).as(run.error()).isZero();
    assertThat(run.output()).contains("24 trials: ", " 0 failed\n");
    assertThat(values(sweep, "loss")).hasSizeGreaterThan(8).containsAllEntriesOf(before);
    assertThat(rows(sweep, "select distinct lr from results")).hasSize(24);
    assertThat(
            rows(
                sweep,
                "select trial_id from attempts where state <> 'abandoned' group by 1 having count(*) > 1"))
        .as("trials that ran twice")
        .isEmpty();
  }

  @Test
  void everyCommandThatReadsReadsThem() throws Exception {
    Path page = folder.resolve("report.html");
    for (String name : new String[] {"trained", "searched"}) {
      Path sweep = folder.resolve(name);
      assertThat(Printed.attune("analyze", sweep)).isNotBlank();
      assertThat(Printed.attune("export", sweep, "--format", "csv")).isNotBlank();
      Printed.attune("report", sweep, "--html", page);
      assertThat(Files.readString(page)).contains(name);
    }
  }

  private static Map<String, Double> values(Path sweep, String metric) throws Exception {
    Map<String, Double> values = new TreeMap<>();
    for (JsonNode row : rows(sweep, VALUES.formatted(metric))) {
      values.put(row.get("trial_id").asText(), row.get("value").asDouble());
    }
    return values;
  }

  private static JsonNode rows(Path sweep, String query) throws Exception {
    return new ObjectMapper()
        .readTree(Printed.attune("sql", "--out", sweep, "--format", "json", query));
  }
}
