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
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.attune.cluster.table.PublishedSweep;
import org.attune.cluster.table.TablePublisher;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.table.Column;
import org.attune.sweeps.table.Column.Type;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A large sweep is queried in seconds by a process that has just started. */
@Tag("soak")
class TestQueryTime {
  private static final int TRIALS = 30_000;
  private static final int METRICS = 1_000_000;
  private static final int PUBLISHES = 40;
  private static final Duration BAR = Duration.ofSeconds(10);

  /** A process that ends in seconds does not earn back what the second compiler costs it. */
  private static final List<String> SHORT_LIVED =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private static final List<String> GATES = List.of("none", "learned", "from-query", "computed");

  private static final List<Column> RESULTS =
      List.of(
          new Column("trial_id", Type.STRING, true),
          new Column("gate", Type.STRING, false),
          new Column("validation_loss", Type.DOUBLE, false));
  private static final List<Column> MEASURED =
      List.of(
          new Column("trial_id", Type.STRING, true),
          new Column("step", Type.LONG, true),
          new Column("name", Type.STRING, true),
          new Column("value", Type.DOUBLE, false),
          new Column("time", Type.TIMESTAMP, true));

  @TempDir private Path directory;

  @Test
  void aGroupByOverThirtyThousandTrialsEndsInTenSecondsInANewProcess() throws Exception {
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
    TablePublisher publisher =
        PublishedSweep.begin(new LocalStorage(directory), PublishedSweep.CLOCK);
    SplittableRandom random = new SplittableRandom(1);
    Instant time = PublishedSweep.CLOCK.instant();
    int trial = 0;
    int measured = 0;
    for (int part = 1; part <= PUBLISHES; part++) {
      List<Object[]> results = new ArrayList<>();
      for (; trial < (long) TRIALS * part / PUBLISHES; trial++) {
        results.add(
            new Object[] {"trial-" + trial, GATES.get(trial % GATES.size()), random.nextDouble()});
      }
      List<Object[]> metrics = new ArrayList<>();
      for (; measured < (long) METRICS * part / PUBLISHES; measured++) {
        metrics.add(
            new Object[] {
              "trial-" + measured * (long) TRIALS / METRICS,
              (long) measured,
              "loss",
              random.nextDouble(),
              time.plusMillis(measured)
            });
      }
      publisher.publish(
          0,
          List.of(
              PublishedSweep.rows("results", RESULTS, results, List.of()),
              PublishedSweep.rows("metrics", MEASURED, metrics, List.of())));
    }
  }

  /** What the new process runs. */
  static final class Query {
    private Query() {}

    public static void main(String[] arguments) {
      SparkSession spark =
          SparkSession.builder().master("local[*]").config("spark.ui.enabled", false).getOrCreate();
      spark
          .read()
          .format("attune")
          .option("dir", arguments[0])
          .load()
          .createOrReplaceTempView("results");
      List<Row> rows =
          spark
              .sql("select gate, count(*), avg(validation_loss) from results group by gate")
              .collectAsList();
      rows.forEach(System.out::println);
      spark.stop();
    }
  }
}
