package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import org.attune.jobs.console.ExitCode;
import org.junit.jupiter.api.Test;

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
  void anUnknownCommandIsRefusedWithTheNearest() {
    Printed refused = Printed.of("help", "rn");

    assertThat(refused.exit()).isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(refused.error()).contains("there is no command 'rn'; did you mean 'run'?");
  }
}
