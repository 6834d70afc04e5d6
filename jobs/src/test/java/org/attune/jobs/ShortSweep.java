package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.attune.cluster.store.Storages;
import org.attune.sweeps.journal.NoSweepException;
import org.attune.sweeps.journal.SweepJournal;

/** Eight real trainings of a few seconds each: what the tests of the whole program run. */
final class ShortSweep {

  static final int TRIALS = 8;

  /** All that its trials reported; a trial that was taken up again reported some of it twice. */
  static final String METRICS =
      "select distinct params['attention.gate'] gate, replicate, step, name, value from metrics"
          + " join trials using (trial_id) order by gate, replicate, step, name";

  private static final int GATES = 4;
  private static final int STEPS = 60;

  private static final String YAML =
      """
      sweep: short
      task: text
      model: {width: 32, layers: 1, heads: 2}
      train: {steps: %d, batch: 8, learning-rate: 1e-2, evaluate-every: 20}
      axes:
        attention.gate: [none, learned, from-query, computed]
      replicates: %d
      objective: {metric: validation_loss, goal: minimize}
      execution: {threads-per-trial: 1}
      """;

  private ShortSweep() {}

  static Path write(Path folder) throws IOException {
    return write(folder, TRIALS, STEPS);
  }

  /** The same with more seeds, and longer or shorter trials. */
  static Path write(Path folder, int trials, int steps) throws IOException {
    return Files.writeString(folder.resolve("short.yaml"), YAML.formatted(steps, trials / GATES));
  }

  /** How many trials have finished so far; 0 before the sweep has begun. */
  static int finished(Object directory) throws IOException {
    try {
      return SweepJournal.read(Storages.of(directory.toString())).counts().finished();
    } catch (NoSweepException notBegun) {
      return 0;
    }
  }

  /** What a query answers, asked in this process: its Java and its Spark are warm. */
  static JsonNode sql(Object directory, String query) throws Exception {
    return new ObjectMapper()
        .readTree(Printed.attune("sql", "--out", directory, "--format", "json", query));
  }

  /** The same by {@code ./attune sql}, which is shipped. */
  static JsonNode sqlOfProgram(Object directory, String query) throws Exception {
    Launched.Result rows =
        Launched.attune("sql", "--out", directory, "--format", "json", query).await();
    assertThat(rows.exit()).as(rows.error()).isZero();
    return new ObjectMapper().readTree(rows.output());
  }

  /** Every trial has finished, once, and no attempt is there twice. */
  static void assertComplete(Path directory) throws Exception {
    assertComplete(directory, TRIALS);
  }

  /** The same sweep with this number of trials. */
  static void assertComplete(Object directory, int trials) throws Exception {
    JsonNode rows =
        sql(
            directory,
            "select (select count(*) from trials where state = 'finished') finished,"
                + " (select count(*) from results) results,"
                + " (select count(*) from attempts where state = 'finished') done,"
                + " (select count(*) from (select trial_id, attempt from attempts"
                + " group by trial_id, attempt having count(*) > 1)) twice,"
                + " (select count(*) from (select trial_id, attempt, step, name from metrics"
                + " group by trial_id, attempt, step, name having count(*) > 1)) metrics_twice");
    JsonNode row = rows.get(0);
    assertThat(row.get("finished").asInt()).isEqualTo(trials);
    assertThat(row.get("results").asInt()).isEqualTo(trials);
    assertThat(row.get("done").asInt()).isEqualTo(trials);
    assertThat(row.get("twice").asInt()).isZero();
    assertThat(row.get("metrics_twice").asInt()).isZero();
  }
}
