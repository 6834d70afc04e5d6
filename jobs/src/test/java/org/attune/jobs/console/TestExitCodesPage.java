package org.attune.jobs.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Whoever meets an exit code finds it in the table of troubleshooting. */
class TestExitCodesPage {

  /** What Java itself exits with. */
  private static final int KILLED = 137;

  private static final int TERMINATED = 143;

  @Test
  void thePageHasEveryExitCode() throws Exception {
    String page =
        Files.readString(
            Path.of(System.getProperty("attune.home", "..")).resolve("docs/troubleshooting.md"));

    for (Field code : ExitCode.class.getDeclaredFields()) {
      assertThat(page).as(code.getName()).contains("\n| %d | ".formatted(code.getInt(null)));
    }
    assertThat(page).contains("\n| %d | ".formatted(KILLED), "\n| %d | ".formatted(TERMINATED));
  }
}
