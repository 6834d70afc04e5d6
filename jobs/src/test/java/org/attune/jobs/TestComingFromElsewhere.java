package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command of {@code docs/from-optuna-ray-wandb.md} does what the page says, in its order. */
class TestComingFromElsewhere {

  @TempDir Path folder;

  @Test
  void everyCommandRuns() throws Exception {
    List<String> commands = PageCommands.of("from-optuna-ray-wandb.md");
    assertThat(commands).hasSizeGreaterThan(15);
    for (String command : commands) {
      Printed printed = Printed.of(PageCommands.words(command, folder).toArray());

      assertThat(printed.exit()).as("%s\n%s", command, printed.error()).isZero();
      assertThat(printed.output()).as(command).isNotBlank();
    }
    assertThat(Printed.of("status", folder.resolve("runs/first")).output())
        .contains("21 trials: 21 finished");
  }
}
