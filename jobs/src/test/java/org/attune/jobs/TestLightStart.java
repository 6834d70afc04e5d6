package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.attune.jobs.console.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What a command does not need does not start with it. */
class TestLightStart {

  @TempDir private Path folder;

  /** The classes of a log, of Scala and of Hadoop take most of the time of a command that tells. */
  @Test
  void helpStartsNoLogAndNoSpark() throws Exception {
    Path classes = folder.resolve("classes");
    List<String> words =
        new ArrayList<>(Launched.attuneWords(Path.of(System.getProperty("java.home"))));
    words.addAll(
        1,
        List.of(
            "-Dattune.launcher=attune", "-Xlog:class+load:file=" + classes + ":none:filesize=0"));
    words.add("help");

    Process process =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("help").toFile())
            .start();

    assertThat(process.waitFor()).isEqualTo(ExitCode.DONE);
    assertThat(folder.resolve("help")).content().contains("status");
    assertThat(Files.readAllLines(classes))
        .filteredOn(line -> line.matches("(picocli|scala|org\\.slf4j|org\\.apache\\.logging)\\..*"))
        .isNotEmpty()
        .allMatch(line -> line.startsWith("picocli."));
  }

  @Test
  void aCommandIsMadeAloneAndTellsTheVersion() {
    CommandLine alone = Attune.command(List.of("status", "runs"));

    assertThat(alone.getSubcommands()).containsOnlyKeys("status");
    for (List<String> words :
        List.of(List.of("help", "status"), List.of("schema"), List.of("--json", "status"))) {
      assertThat(Attune.command(words).getSubcommands()).containsKeys("status", "run", "mcp");
    }
    assertThat(alone.getSubcommands().get("status").getCommandSpec().version())
        .isEqualTo(Attune.command().getCommandSpec().version())
        .hasSize(3);
  }
}
