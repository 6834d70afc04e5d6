package org.attune.jobs.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TestBackgroundRun {

  /** A server compiles little and has temporary files that go with it; a run of its has neither. */
  @Test
  void aProposalRunsByTheLauncherNotByTheServersOptions() {
    List<String> command = BackgroundRun.command("Main", Optional.of("/home/me/attune/attune"));

    assertThat(command).endsWith("/home/me/attune/attune").noneMatch(word -> word.startsWith("-"));
  }

  @Test
  void withoutALauncherItRunsOnTheSameJavaAndClassPath() {
    assertThat(BackgroundRun.command("Main", Optional.empty()))
        .containsSequence("-cp", System.getProperty("java.class.path"), "Main");
  }
}
