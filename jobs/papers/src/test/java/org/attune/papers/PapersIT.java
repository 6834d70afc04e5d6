package org.attune.papers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where {@code reproduce} is found: in a checkout, in the distribution and under spark-submit. */
class PapersIT {

  private static final Path HOME = Path.of(System.getProperty("attune.home")).toAbsolutePath();
  private static final Path PAPERS = HOME.resolve("jobs/papers/target/attune-papers.jar");

  private record Ended(int exit, String said) {}

  @Test
  void theLauncherFindsTheJarOfACheckout() throws Exception {
    Ended help = run(HOME.resolve("attune"), "help");

    assertThat(help.exit).as(help.said).isZero();
    assertThat(help.said).containsPattern("\n +reproduce +Alone: lists");
  }

  /** Older than the jar, as files may be that somebody copied. */
  @Test
  void theDistributionHasItAndWorksWithoutIt(@TempDir Path folder) throws Exception {
    Path lib = Files.createDirectories(folder.resolve("lib"));
    Files.createSymbolicLink(
        lib.resolve("attune.jar"), HOME.resolve("jobs/target/attune.jar").toRealPath());
    Files.createSymbolicLink(lib.resolve("spark"), HOME.resolve("cluster/target/spark-home"));
    Files.createSymbolicLink(folder.resolve("cluster"), HOME.resolve("cluster"));
    Path attune = Files.copy(HOME.resolve("attune"), folder.resolve("attune"));
    Ended without = run(attune, "reproduce", "neon", "--scale=smoke");
    Path jar = Files.copy(PAPERS, lib.resolve("attune-papers.jar"));
    assertThat(jar.toFile().setLastModified(0)).isTrue();
    Ended with = run(attune, "reproduce");

    assertThat(without.exit).as(without.said).isEqualTo(2);
    assertThat(without.said)
        .contains("attune: There are no papers here: attune.jar has none. Add attune-papers.jar");
    assertThat(with.exit).as(with.said).isZero();
    assertThat(with.said).contains("kvq-operators", "state-tracking");
  }

  @Test
  void sparkSubmitTakesItAmongItsJars() throws Exception {
    Ended listed =
        run(
            HOME.resolve("cluster/bin/spark-submit"),
            "--master",
            "local[1]",
            "--jars",
            PAPERS.toString(),
            HOME.resolve("jobs/target/attune.jar").toString(),
            "reproduce");

    assertThat(listed.exit).as(listed.said).isZero();
    assertThat(listed.said).contains("kvq-operators", "state-tracking");
  }

  private static Ended run(Path program, String... arguments) throws Exception {
    List<String> words =
        Stream.concat(Stream.of(program.toString()), Stream.of(arguments)).toList();
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.redirectInput(new File("/dev/null"));
    builder.environment().put("ATTUNE_ARCHIVE", "no");
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Ended(process.waitFor(), said);
  }
}
