package org.attune.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The launcher finds the benches' jar beside the program's. */
class BenchIT {

  private static final String LAUNCHER =
      Path.of(System.getProperty("attune.home"), "attune").toString();

  @Test
  void aBenchRuns() throws Exception {
    assertThat(launched(LAUNCHER, "bench", "cuda", "--nodes"))
        .containsPattern("cuda\\.nodes\\.small \\d+ nodes\n");
  }

  @Test
  void theHelpListsThem() throws Exception {
    assertThat(launched(LAUNCHER, "--help")).containsPattern("\n +bench ");
  }

  /** What a program prints that succeeds. */
  private static String launched(String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("ATTUNE_ARCHIVE", "no");
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s: %s", List.of(command), said).isZero();
    return said;
  }
}
