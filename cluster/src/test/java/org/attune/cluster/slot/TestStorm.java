package org.attune.cluster.slot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.attune.api.trial.TrialContext;
import org.attune.api.trial.TrialWork;
import org.attune.cluster.LocalSpark;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.LocalStorage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Short trials, some of which fail at first, while another process reads all tables in a loop: in
 * every version that it reads each trial is there once and the tables agree, and nothing goes back.
 */
class TestStorm {

  private static final Duration PUBLISH_EVERY = Duration.ofMillis(50);
  private static final int STEPS = 3;

  /** Of this many trials, one fails at its first attempt. */
  private static final int FAILING = 7;

  private static final int MANY = 1_000;

  /** Versions that the reader has read and no trial has waited for. */
  private static final Semaphore READ = new Semaphore(0);

  @TempDir Path directory;

  @Test
  void everyVersionThatAnotherProcessReadsIsWhole() throws Exception {
    storm(150, 20, 3);
  }

  @Test
  @Tag("soak")
  void everyVersionOfALongStormIsWhole() throws Exception {
    storm(3_000, 20, 60);
  }

  private void storm(int trials, int millis, int leastReads) throws Exception {
    Path sweepDirectory = directory.resolve("storm");
    Process reader = startReader(sweepDirectory);
    try (JavaSparkContext spark = LocalSpark.start("storm", 2);
        BufferedReader said =
            new BufferedReader(
                new InputStreamReader(reader.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(said.readLine()).isEqualTo("ready");
      DrivenSweep sweep = new DrivenSweep(spark, sweepDirectory, trials, "execution: {retries: 1}");
      READ.drainPermits();
      CompletableFuture<String> last = CompletableFuture.supplyAsync(() -> follow(said));
      int every = trials / leastReads;
      SweepView end =
          sweep.run((trial, reporter) -> work(trial, reporter, millis, every), PUBLISH_EVERY);
      assertThat(end.counts().finished()).isEqualTo(trials);
      assertThat(reader.waitFor()).as(errors()).isZero();
      assertThat(last.join()).matches("\\d+ versions, each whole");
      System.out.println("storm: " + last.join());
    } finally {
      reader.destroyForcibly().waitFor();
    }
  }

  /** Counts the versions that the reader says it has read; returns the last that it says. */
  private static String follow(BufferedReader said) {
    String last =
        said.lines().peek(line -> READ.release()).reduce("nothing", (before, line) -> line);
    READ.release(MANY); // so that no trial waits for a reader that has ended
    return last;
  }

  /** A trial. One in a fixed number waits until another version was read. */
  private static TrialWork.Result work(
      TrialContext trial, TrialWork.Reporter reporter, int millis, int every) throws Exception {
    int number = Integer.parseInt(trial.configuration().get(NumberCatalog.NUMBER));
    if (number % every == every - 1 && trial.attempt() == 1) {
      READ.acquire();
    }
    for (int step = 1; step <= STEPS; step++) {
      reporter.report(step, Map.of("loss", (double) number));
      Thread.sleep(millis / STEPS);
    }
    if (number % FAILING == 0 && trial.attempt() == 1) {
      throw new IOException("fails at first");
    }
    return new TrialWork.Result(Map.of("loss", (double) number), Map.of());
  }

  private Process startReader(Path sweep) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Reader.class.getName(), sweep.toString()));
    return new ProcessBuilder(command)
        .redirectError(directory.resolve("errors.txt").toFile())
        .start();
  }

  private String errors() throws IOException {
    try (Stream<String> lines = Files.lines(directory.resolve("errors.txt"))) {
      return String.join("\n", lines.filter(line -> !line.contains("INFO")).toList());
    }
  }

  /** What the other process runs: reads until the sweep is over, and ends with 1 at a fault. */
  static final class Reader {

    /** One query over all tables, and so one version of them. */
    private static final String WHOLE =
        """
        with one as (select * from sweeps),
        t as (
          select count(*) trials, count(distinct trial_id) ids, sum(attempts) tried,
            count_if(state = 'finished') finished, count_if(state = 'running') running,
            count_if(state = 'pending') pending
          from trials),
        a as (
          select count(*) attempts, count(distinct trial_id, attempt) keys,
            count_if(state = 'finished') finished, count_if(state = 'running') running
          from attempts),
        r as (
          select count(*) results, count(distinct r.trial_id) ids,
            count_if(r.state = t.state and r.objective <=> t.objective
              and r.config_hash = t.config_hash) agree
          from results r join trials t using (trial_id)),
        m as (
          select count(*) metrics, count(distinct m.trial_id, m.attempt, step, name) keys,
            count_if(a.trial_id is null) orphans, count_if(t.state = 'finished'
              and m.attempt = t.attempts) of_finished
          from metrics m
            left join attempts a on m.trial_id = a.trial_id and m.attempt = a.attempt
            left join trials t on m.trial_id = t.trial_id)
        select one.state, one.total, one.finished, one.running, one.pending,
          t.trials, t.ids, coalesce(t.tried, 0), t.finished, t.running, t.pending,
          a.attempts, a.keys, a.finished, a.running,
          r.results, r.ids, r.agree, m.metrics, m.keys, m.orphans, m.of_finished,
          (select collect_list(trial_id) from trials where state = 'finished')
        from one, t, a, r, m
        """;

    private long metrics;
    private long attempts;
    private long trials;
    private Set<String> finished = Set.of();

    private Reader() {}

    public static void main(String[] arguments) throws Exception {
      SparkSession spark =
          SparkSession.builder()
              .master("local[1]")
              .config("spark.ui.enabled", false)
              .config("spark.sql.shuffle.partitions", 1)
              .config("spark.sql.codegen.wholeStage", false)
              .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
              .config("spark.driver.host", "localhost")
              .config("spark.driver.bindAddress", "127.0.0.1")
              .getOrCreate();
      System.out.println("ready");
      Awaitility.await()
          .forever()
          .pollInterval(Duration.ofMillis(20))
          .until(
              () ->
                  SweepJournal.tablesInForce(new LocalStorage(Path.of(arguments[0]))).isPresent());
      for (String table :
          List.of("sweeps", "trials", "attempts", "metrics", "artifacts", "results")) {
        spark
            .read()
            .format("attune")
            .option("dir", arguments[0])
            .option("table", table)
            .load()
            .createOrReplaceTempView(table);
      }
      Reader reader = new Reader();
      int versions = 0;
      boolean over = false;
      while (!over) {
        over = reader.check(spark.sql(WHOLE).first());
        versions++;
        System.out.println("version " + versions);
      }
      System.out.println(versions + " versions, each whole");
      spark.stop();
    }

    /** Returns whether the sweep is over. */
    private boolean check(Row row) {
      long total = row.getLong(5); // those that a search has not suggested yet have no row
      same(row, "trials, each once", total, row.getLong(6));
      if (total > row.getLong(1)) {
        throw new IllegalStateException("more trials than are planned: " + row);
      }
      same(row, "finished", row.getLong(2), row.getLong(8), row.getLong(13));
      same(row, "running", row.getLong(3), row.getLong(9), row.getLong(14));
      same(row, "pending", row.getLong(4), row.getLong(10) + row.getLong(1) - total);
      same(row, "attempts, each once", row.getLong(7), row.getLong(11), row.getLong(12));
      same(row, "results that agree", total, row.getLong(15), row.getLong(16), row.getLong(17));
      same(row, "metrics, each once", row.getLong(18), row.getLong(19));
      same(row, "metrics without an attempt", 0, row.getLong(20));
      same(row, "metrics of finished trials", STEPS * row.getLong(8), row.getLong(21));
      Set<String> now = new HashSet<>(row.getList(22));
      same(row, "finished ids", row.getLong(8), now.size());
      if (!now.containsAll(finished)
          || total < trials
          || row.getLong(11) < attempts
          || row.getLong(18) < metrics) {
        throw new IllegalStateException("went back: " + row);
      }
      finished = now;
      trials = total;
      attempts = row.getLong(11);
      metrics = row.getLong(18);
      return row.getString(0).equals("finished");
    }

    private static void same(Row row, String what, long expected, long... counts) {
      for (long count : counts) {
        if (count != expected) {
          throw new IllegalStateException(
              "%s: %d for %d in %s".formatted(what, count, expected, row));
        }
      }
    }
  }
}
