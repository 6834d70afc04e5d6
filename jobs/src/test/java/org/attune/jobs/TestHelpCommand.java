package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.attune.jobs.console.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestHelpCommand {

  @Test
  void helpPrintsWhatTheOptionPrints() {
    assertThat(Printed.attune("help"))
        .isEqualTo(Printed.attune("--help"))
        .contains("Usage: attune", "rerun");
    assertThat(Printed.attune("help", "rerun"))
        .isEqualTo(Printed.attune("rerun", "--help"))
        .contains("Usage: attune rerun");
  }

  @Test
  void aFileMayHaveTheFirstWords(@TempDir Path folder) throws Exception {
    Path words = Files.writeString(folder.resolve("words"), "rerun");

    assertThat(Printed.attune("@" + words, "--help")).contains("Usage: attune rerun");
  }

  @Test
  void anUnknownCommandIsRefusedWithTheNearest() {
    Printed refused = Printed.of("help", "rn");

    assertThat(refused.exit()).isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(refused.error()).contains("there is no command 'rn'; did you mean 'run'?");
  }
}
