package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two worker processes that believe to have two GPUs each: who gets which is Spark's doing. A trial
 * is a program that says which card it sees.
 */
class GpuClusterIT {

  private static final int TRIALS = 40;

  @TempDir static Path folder;
  private static Path sweep;
  private static StandaloneCluster cluster;

  @BeforeAll
  static void startCluster() throws Exception {
    Path discovery = folder.resolve("discovery.sh");
    Files.writeString(
        discovery, "#!/bin/sh\necho '{\"name\": \"gpu\", \"addresses\": [\"0\", \"1\"]}'\n");
    Files.setPosixFilePermissions(discovery, PosixFilePermissions.fromString("rwxr-xr-x"));
    sweep =
        Files.writeString(
            folder.resolve("cards.yaml"),
            """
            sweep: cards
            task:
              command:
                run: sh card.sh {seen}
                parameters: {seen: {text: %s}}
                folder: %s
                metrics: {card: neither}
            replicates: %d
            objective: {metric: card, goal: minimize}
            """
                .formatted(folder, folder, TRIALS));
    Files.writeString(
        folder.resolve("card.sh"),
        """
        touch "$1/seen-$PPID-$CUDA_VISIBLE_DEVICES"
        while [ $(ls "$1" | wc -l) -lt 4 ]; do sleep 0.1; done # each of the four is used
        echo '{"card": '$CUDA_VISIBLE_DEVICES'}'
        """);
    cluster = StandaloneCluster.start("--cores", "4", "--gpus", "2", "--discovery", discovery);
  }

  @AfterAll
  static void stopCluster() throws Exception {
    cluster.close();
  }

  /** Of each executor's two GPUs, no address has more trials at a time than it has shares. */
  @ParameterizedTest
  @CsvSource({"1, 1", "0.5, 2"})
  void noGpuHasMoreTrialsThanShares(String each, int shares) throws Exception {
    Path out = folder.resolve("gpus-" + each);
    Path seen = Files.createDirectory(folder.resolve("seen-" + each));

    Launched.Result run =
        submit(
                out,
                each,
                seen,
                Stream.concat(
                        StandaloneCluster.ALL_AT_ONCE.stream(),
                        Stream.of("--conf", "spark.executor.resource.gpu.amount=2"))
                    .toArray(String[]::new))
            .await();

    assertThat(run.exit()).as(run.error()).isZero();
    JsonNode attempts =
        ShortSweep.sql(
            out,
            "select slot, device, cast(m.value as int) card, cast(started_at as string) began,"
                + " cast(ended_at as string) ended from attempts"
                + " join metrics m using (trial_id, attempt) where state = 'finished'");
    assertThat(attempts).hasSize(TRIALS);
    Map<String, List<Change>> changes = new TreeMap<>(); // by executor and GPU
    for (JsonNode attempt : attempts) {
      String executor = attempt.get("slot").asText().split("\\.")[0];
      assertThat(attempt.get("device").asText()).isEqualTo("gpu:" + attempt.get("card").asInt());
      List<Change> of =
          changes.computeIfAbsent(
              executor + " " + attempt.get("device").asText(), gpu -> new ArrayList<>());
      of.add(new Change(time(attempt, "began"), 1));
      of.add(new Change(time(attempt, "ended"), -1));
    }
    assertThat(changes).hasSize(4);
    changes.forEach((gpu, of) -> assertThat(most(of)).as(gpu).isLessThanOrEqualTo(shares));
  }

  @Test
  void aSweepThatWantsGpusSaysWhatIsMissing() throws Exception {
    Launched.Result run = submit(folder.resolve("none"), "1", folder).await();

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.error())
        .contains("add --conf spark.executor.resource.gpu.amount=N")
        .contains("or run with --cpu");
  }

  /** A trial begins (+1) or ends (-1). */
  private record Change(Instant at, int by) {}

  private static int most(List<Change> changes) {
    changes.sort(
        java.util.Comparator.comparing(Change::at)
            .thenComparing(Change::by)); // an end makes room for the start at the same time
    int now = 0;
    int most = 0;
    for (Change change : changes) {
      now += change.by();
      most = Math.max(most, now);
    }
    return most;
  }

  private static Instant time(JsonNode attempt, String column) {
    return Instant.parse(attempt.get(column).asText().replace(' ', 'T') + "Z");
  }

  private static Launched submit(Path out, String gpus, Path seen, String... options)
      throws Exception {
    return cluster.submit(
        List.of(options),
        sweep,
        "--out",
        out,
        "--set",
        "execution.gpus-per-trial=" + gpus,
        "--set",
        "seen=" + seen);
  }
}
