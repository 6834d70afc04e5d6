package org.attune.jobs.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.attune.api.search.Objective;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.sweep.FollowedSweep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestAwaitedSweep {

  @TempDir Path folder;

  /** As when a run in the background still starts Spark. */
  @Test
  void watchWaitsForTheRunThatWasJustStarted() throws Exception {
    Path directory = folder.resolve("new");
    Objective loss = new Objective("validation_loss", Objective.Goal.MINIMIZE);
    FollowedSweep sweep = FollowedSweep.in(directory.toString());
    List<String> pauses = new ArrayList<>();

    new AwaitedSweep(directory.toString(), Duration.ofDays(1))
        .await(
            sweep,
            () -> {
              pauses.add("a pause");
              if (pauses.size() == 2) {
                begin(directory, loss);
              }
            });

    assertThat(pauses).hasSize(2);
    assertThat(sweep.look().counts().finished()).isEqualTo(1);
  }

  private static void begin(Path directory, Objective loss) {
    try (RecordedSweep recorded = RecordedSweep.in(directory, "new", loss)) {
      recorded.finished(Map.of("width", "32"), 0, Map.of("validation_loss", 1.0));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whenNoRunBeginsInTimeTheDirectoryIsRefused() {
    Path directory = folder.resolve("none");

    Printed watched = Printed.of("watch", directory, "--wait", "1", "--every", "1");

    assertThat(watched.exit()).isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(watched.error())
        .startsWith(
            "no sweep is in " + directory + " yet; waiting up to 1 s for its driver to start\n")
        .contains("There is no directory " + directory);
  }

  @Test
  void aFolderWithOtherFilesIsRefusedAtOnce() throws Exception {
    Files.createFile(folder.resolve("notes.txt"));

    Printed watched = Printed.of("watch", folder);

    assertThat(watched.exit()).isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(watched.error()).doesNotContain("waiting").contains("holds no sweep");
  }
}
