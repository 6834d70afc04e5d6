package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two drivers that want one sweep on HDFS. */
class HdfsDriversIT {

  private static final String ROWS =
      "select trial_id, attempt, state, cause, cast(ended_at as string) ended from attempts"
          + " order by trial_id, attempt";

  @TempDir static Path folder;
  private static SmallHadoop hadoop;
  private static Path sweep;

  @BeforeAll
  static void start() throws Exception {
    hadoop = SmallHadoop.hdfs(folder);
    sweep = ShortSweep.write(folder);
  }

  @AfterAll
  static void stop() {
    hadoop.close();
  }

  @Test
  void ofTwoThatRaceOneRunsTheSweepAndTheOtherSaysSo() throws Exception {
    String out = hadoop.address() + "/runs/raced";

    List<Launched> racers = List.of(submit(out), submit(out));
    List<Launched.Result> ends = List.of(racers.get(0).await(), racers.get(1).await());

    assertThat(ends).extracting(Launched.Result::exit).containsExactlyInAnyOrder(0, 2);
    Launched.Result refused =
        ends.stream().filter(end -> end.exit() == 2).findFirst().orElseThrow();
    assertThat(refused.error()).contains("driver").contains("--take-over");
    ShortSweep.assertComplete(out, ShortSweep.TRIALS);
  }

  @Tag("soak")
  @Test
  void aDriverThatSleptThroughATakeoverMovesNothingWhenItWakes() throws Exception {
    String out = hadoop.address() + "/runs/slept";
    Launched sleeper = submit(out);
    await().atMost(Duration.ofMinutes(20)).until(() -> ShortSweep.finished(out) >= 2);
    sleeper.signal("STOP");

    Launched successor = submit(out, "--take-over");
    Launched.Result end = successor.await();
    assertThat(end.exit()).as(end.error()).isZero();
    ShortSweep.assertComplete(out, ShortSweep.TRIALS);
    JsonNode rows = ShortSweep.sql(out, ROWS);

    sleeper.signal("CONT");
    Launched.Result woken = sleeper.await();

    assertThat(woken.exit()).as(woken.output()).isNotZero();
    System.err.println("the driver that slept ended with " + woken.exit() + ": " + woken.error());
    assertThat(ShortSweep.sql(out, ROWS)).isEqualTo(rows);
    ShortSweep.assertComplete(out, ShortSweep.TRIALS);
  }

  private static Launched submit(String out, String... options) throws Exception {
    Object[] arguments =
        Stream.concat(
                Stream.of(
                    "--master",
                    "local[1]",
                    "jobs/target/attune.jar",
                    "run",
                    sweep.toString(),
                    "--out",
                    out),
                Stream.of(options))
            .toArray();
    return Launched.program(hadoop.environment(), "cluster/bin/spark-submit", arguments);
  }
}
