package org.attune.jobs.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.apache.spark.sql.SparkSession;
import org.attune.jobs.Launched;
import org.junit.jupiter.api.Test;

/**
 * No JVM that Attune starts takes the machine's BLAS, LAPACK or ARPACK. Where the machine has none,
 * nothing can be shown, and the tests are skipped with that reason.
 */
class TestSystemBlas {

  private static final String OPTIONS_FILE = "@" + Launched.HOME.resolve("cluster/java-17.options");

  /** What an unguarded JVM loads; skips the test where that is nothing. */
  private static void assumeThatThereIsOne() throws IOException, InterruptedException {
    List<String> unguarded = loaded(List.of());
    assumeThat(unguarded)
        .as("skipped: netlib finds no libblas.so.3; apt-get install libopenblas0-pthread")
        .isNotEmpty();
  }

  @Test
  void theLaunchersTheScriptsAndTheTestsTakeNone() throws Exception {
    assumeThatThereIsOne();
    assertThat(loaded(List.of(OPTIONS_FILE))).isEmpty();
  }

  @Test
  void theMainClassTakesNoneUnderSparkSubmit() throws Exception {
    assumeThatThereIsOne();
    assertThat(loaded(List.of(), "as-attune")).isEmpty();
  }

  @Test
  void executorsTakeNone() throws Exception {
    assumeThatThereIsOne();
    SparkSession sweep = Sessions.forSweep("blas", OptionalDouble.empty(), Map.of());
    String options = sweep.conf().get("spark.executor.extraJavaOptions");
    sweep.stop();
    assertThat(loaded(List.of(options.split(" ")))).isEmpty();
  }

  @Test
  void everyProgramThatStartsAJvmReadsTheOptions() throws IOException {
    for (String script :
        List.of(
            "attune",
            "cluster/bin/history",
            "cluster/bin/spark-submit",
            "notebooks/zeppelin",
            "pom.xml",
            "jobs/pom.xml")) {
      assertThat(Files.readString(Launched.HOME.resolve(script)))
          .as(script)
          .contains("cluster/java-17.options");
    }
    assertThat(Files.readString(Launched.HOME.resolve("cluster/kubernetes/spark.properties")))
        .contains(SystemBlas.keptOutOf(""));
  }

  @Test
  void whatTheUserChoseStands() {
    String chosen = "-Ddev.ludovic.netlib.blas.nativeLib=libmine.so";
    assertThat(SystemBlas.keptOutOf(chosen))
        .startsWith(chosen + " ")
        .doesNotContain("netlib.blas.nativeLib=nothing")
        .contains("-Ddev.ludovic.netlib.lapack.nativeLib=nothing");
  }

  private static List<String> loaded(List<String> options, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(NetlibProbe.class.getName());
    command.addAll(List.of(arguments));
    Process probe =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String output = new String(probe.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(probe.waitFor()).as("exit code of %s", command).isZero();
    assertThat(output).as("output of %s", command).endsWith(NetlibProbe.DONE + "\n");
    return output.lines().filter(line -> line.startsWith(NetlibProbe.LOADED)).toList();
  }
}
