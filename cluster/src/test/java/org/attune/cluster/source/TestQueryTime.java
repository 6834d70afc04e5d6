package org.attune.cluster.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.attune.cluster.slot.Machine;
import org.attune.cluster.table.PublishedSweep;
import org.attune.cluster.table.TablePublisher;
import org.attune.cluster.trial.ModelCatalog;
import org.attune.sweeps.catalog.Configuration;
import org.attune.sweeps.catalog.ParameterTree;
import org.attune.sweeps.journal.Event;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.search.Trial;
import org.attune.sweeps.state.SweepState;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.table.Provenance;
import org.attune.sweeps.table.Results;
import org.attune.sweeps.table.Tables;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A large sweep, with all columns that a sweep of the model's has, is queried in seconds by a
 * process that has just started.
 */
@Tag("soak")
class TestQueryTime {
  private static final int TRIALS = 30_000;
  private static final int STEPS = 17; // reports of a trial, of two metrics each
  private static final int METRICS = TRIALS * STEPS * 2;
  private static final int PUBLISHES = 40;
  private static final Duration BAR = Duration.ofSeconds(6);

  /** A process that ends in seconds does not earn back what the second compiler costs it. */
  private static final List<String> SHORT_LIVED =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private static final List<String> GATES = List.of("none", "learned", "from-query", "computed");
  private static final List<String> TABLES =
      List.of("sweeps", "trials", "attempts", "metrics", "artifacts", "results");
  private static final Instant START = PublishedSweep.CLOCK.instant();
  private static final ParameterTree TREE = ParameterTree.of(new ModelCatalog());

  @TempDir private Path directory;

  @Test
  void aGroupByOverThirtyThousandTrialsEndsInSixSecondsInANewProcess() throws Exception {
    publish();
    Path output = directory.resolve("output.txt");
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(SHORT_LIVED);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Query.class.getName(), directory.toString()));

    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(output.toFile())
            .redirectError(directory.resolve("errors.txt").toFile())
            .start();
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    Duration taken = Duration.ofNanos(System.nanoTime() - start);

    assertThat(Files.readAllLines(output))
        .filteredOn(line -> line.startsWith("["))
        .hasSize(GATES.size())
        .allMatch(line -> line.contains("," + TRIALS / GATES.size() + ","));
    System.out.printf("query.cold %.1f s%n", taken.toMillis() / 1e3);
    assertThat(taken).isLessThan(BAR);
  }

  private void publish() throws IOException {
    LocalStorage storage = new LocalStorage(directory);
    try (SweepJournal journal = PublishedSweep.open(storage)) {
      SweepState state = new SweepState(new Event.Opened(journal.state().header(), 1, START));
      TablePublisher publisher = new TablePublisher(storage, journal, PublishedSweep.CLOCK);
      SplittableRandom random = new SplittableRandom(1);
      int trial = 0;
      SweepView before = state.view();
      for (int part = 1; part <= PUBLISHES; part++) {
        for (; trial < (long) TRIALS * part / PUBLISHES; trial++) {
          run(state, trial, random);
        }
        SweepView sweep = state.view();
        int trials = before.settledTrials().size();
        publisher.publish(
            sweep.events(),
            List.of(
                Tables.sweeps(sweep),
                Tables.trials(sweep, trials),
                Tables.attempts(sweep, before.settledAttempts().size()),
                Tables.metrics(sweep, before.metrics().size()),
                Tables.artifacts(sweep, 0),
                Results.results(sweep, TREE, trials)));
        before = sweep;
      }
      assertThat(before.metrics()).hasSize(METRICS);
    }
  }

  /** A trial from its proposal to its end. */
  private static void run(SweepState state, int index, SplittableRandom random) {
    Configuration cell =
        Configuration.of(
            TREE,
            Map.of(
                "attention.gate", GATES.get(index % GATES.size()),
                "train.learning-rate", Double.toString(1e-4 + index * 1e-7)));
    Trial trial = Trial.of(index, cell, 0, 7);
    state.apply(new Event.Suggested(trial, index, START));
    state.apply(
        new Event.Started(trial.id(), 1, "0.0", "host", "cpu", Machine.provenance(), START));
    Map<String, Double> metrics = Map.of();
    for (int step = 1; step <= STEPS; step++) {
      metrics = Map.of("train_loss", random.nextDouble(), "validation_loss", random.nextDouble());
      state.apply(new Event.Measured(trial.id(), 1, step * 100L, metrics, START.plusSeconds(step)));
    }
    state.apply(
        new Event.Finished(
            trial.id(),
            1,
            metrics,
            Map.of(Provenance.DATA_HASH, "d".repeat(32), Provenance.COMPUTE_SECONDS, "1.5"),
            START.plusSeconds(STEPS)));
  }

  /** What the new process runs. */
  static final class Query {
    private Query() {}

    public static void main(String[] arguments) {
      SparkSession spark =
          SparkSession.builder().master("local[*]").config("spark.ui.enabled", false).getOrCreate();
      for (String table : TABLES) {
        spark
            .read()
            .format("attune")
            .option("dir", arguments[0])
            .option("table", table)
            .load()
            .createOrReplaceTempView(table);
      }
      List<Row> rows =
          spark
              .sql("select gate, count(*), avg(validation_loss) from results group by gate")
              .collectAsList();
      rows.forEach(System.out::println);
      spark.stop();
    }
  }
}
