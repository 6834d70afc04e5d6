package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The distribution runs in an empty folder, without Maven, a checkout, a locale or a home. */
class DistributionIT {

  private static final Path TARGET = Launched.HOME.resolve("jobs/target");

  /** What the launcher calls, of any Unix; no Maven and no git. */
  private static final List<String> TOOLS =
      List.of(
          "bash",
          "env",
          "readlink",
          "dirname",
          "sed",
          "head",
          "awk",
          "find",
          "cksum",
          "cut",
          "mkdir");

  private static final String PROGRAM =
      """
      sweep: program
      task:
        command:
          run: "echo '{\\"loss\\": {lr}}'"
          parameters: {lr: {real: [0, 1], default: 0.5}}
          metrics: {loss: lower}
      axes: {lr: [0.1, 0.2]}
      objective: {metric: loss, goal: minimize}
      """;

  @TempDir Path folder;
  private Path path;

  @BeforeEach
  void onlyAJdkOnThePath() throws Exception {
    path = Files.createDirectories(folder.resolve("path"));
    for (String tool : TOOLS) {
      Files.createSymbolicLink(path.resolve(tool), which(tool));
    }
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Files.createSymbolicLink(path.resolve("java"), java);
  }

  private static Path which(String tool) {
    return Stream.of(System.getenv("PATH").split(":"))
        .map(folder -> Path.of(folder, tool))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + tool));
  }

  /** The files of {@code distribution.xml}, laid out as the archive has them. */
  @Test
  void whatTheArchiveHoldsRunsTheQuickstart() throws Exception {
    Path unpacked = folder.resolve("attune-" + ArchiveLayout.version());
    layOut(unpacked);

    assertRuns(unpacked);
  }

  /** The archive itself, which {@code -Prelease} builds. */
  @Test
  @Tag("soak")
  void theArchiveRunsTheQuickstart() throws Exception {
    String name = "attune-" + ArchiveLayout.version();
    Path archive = TARGET.resolve(name + ".tgz");
    assumeThat(archive).as("built by -Prelease").isRegularFile();
    Process tar =
        new ProcessBuilder("tar", "xzf", archive.toString(), "-C", folder.toString())
            .inheritIO()
            .start();
    assertThat(tar.waitFor()).isZero();

    assertRuns(folder.resolve(name));
  }

  /** The jar without natives, on Spark's jars. */
  @Test
  @Tag("soak")
  void theSlimJarRunsAProgram() throws Exception {
    Path jar = TARGET.resolve("attune-" + ArchiveLayout.version() + "-slim.jar");
    assumeThat(jar).as("built by -Prelease").isRegularFile();
    assertThat(Files.size(jar)).isLessThan(30_000_000);
    Path sweep = Files.writeString(folder.resolve("program.yaml"), PROGRAM);
    Path spark = Launched.HOME.resolve("cluster/target/spark-home/jars/*");

    Launched.Result run =
        Launched.alone(
                folder,
                Map.of("PATH", System.getenv("PATH")),
                path.resolve("java"),
                "@" + Launched.HOME.resolve("cluster/java-17.options"),
                "--add-modules=jdk.incubator.vector",
                "-cp",
                jar + ":" + spark,
                Attune.class.getName(),
                "run",
                sweep,
                "--out",
                folder.resolve("runs"))
            .await();

    assertThat(run.exit()).as(run.error()).isZero();
    assertThat(run.output()).contains("2 trials: 2 finished");
  }

  private void assertRuns(Path unpacked) throws Exception {
    Map<String, String> only = Map.of("PATH", path.toString(), "ATTUNE_ARCHIVE", "no");
    Path attune = unpacked.resolve("attune");

    Launched.Result version = Launched.alone(folder, only, attune, "--version").await();
    Launched.Result run =
        Launched.alone(
                folder,
                only,
                attune,
                "run",
                unpacked.resolve("sweeps/quickstart.yaml"),
                "--set",
                "train.steps=10",
                "--out",
                "runs/quickstart")
            .await();

    assertThat(version.output()).startsWith("attune " + ArchiveLayout.version() + ",");
    assertThat(run.exit()).as(run.error()).isZero();
    assertThat(run.output()).contains("18 trials: 18 finished", "(mean ± std)");
    assertThat(folder.resolve("runs/quickstart/tables")).isDirectory();
    assertThat(unpacked.resolve("docs/quickstart.md")).isRegularFile();
    assertThat(unpacked.resolve("notebooks/notes")).isDirectory();
    assertThat(unpacked.resolve("cluster/kubernetes/Dockerfile")).isRegularFile();
    Map<String, String> tools = Map.of("PATH", System.getenv("PATH"));
    Launched.Result submit =
        Launched.alone(folder, tools, unpacked.resolve("cluster/bin/spark-submit"), "--version")
            .await();
    assertThat(submit.error() + submit.output()).contains("version 3.5");
  }

  private static void layOut(Path unpacked) throws Exception {
    for (Map.Entry<Path, Path> file : ArchiveLayout.files().entrySet()) {
      put(file.getValue(), unpacked.resolve(file.getKey()));
    }
  }

  /** Jars are linked, not copied: they are large. The launcher finds its home by its own place. */
  private static void put(Path file, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    if (file.toString().endsWith(".jar")) {
      Files.createSymbolicLink(to, file);
    } else {
      Files.copy(file, to);
    }
  }
}
