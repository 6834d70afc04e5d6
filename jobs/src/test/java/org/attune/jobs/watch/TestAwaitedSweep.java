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
import org.attune.jobs.Ran;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.sweep.FollowedSweep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestAwaitedSweep {

  private static final Objective LOSS = new Objective("validation_loss", Objective.Goal.MINIMIZE);

  @TempDir Path folder;

  /** As when a run in the background still starts Spark. */
  @Test
  void watchWaitsForTheRunThatWasJustStarted() throws Exception {
    Path directory = folder.resolve("new");
    FollowedSweep sweep = FollowedSweep.in(directory.toString());
    List<String> pauses = new ArrayList<>();

    new AwaitedSweep(directory.toString(), Duration.ofDays(1))
        .await(
            sweep,
            () -> {
              pauses.add("a pause");
              if (pauses.size() == 2) {
                begin(directory);
              }
            });

    assertThat(pauses).hasSize(2);
    assertThat(sweep.look().counts().finished()).isEqualTo(1);
  }

  private static void begin(Path directory) {
    try (RecordedSweep recorded = RecordedSweep.in(directory, "new", LOSS)) {
      recorded.finished(Map.of("width", "32"), 0, Map.of("validation_loss", 1.0));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "watch, --every, -1, 1",
    "watch, --every, 0, 1",
    "watch, --wait, -1, 0",
    "stop, --wait, -5, 0"
  })
  void aTimeThatCannotBeIsWrongInput(String command, String option, String value, int least) {
    Ran ran = Ran.attune(command, folder.toString(), option, value);

    assertThat(ran)
        .isEqualTo(
            new Ran(
                ExitCode.WRONG_INPUT,
                "",
                "attune: %s is %s; it must be %d or more.%n".formatted(option, value, least)));
  }

  @Test
  void whenNoRunBeginsInTimeTheDirectoryIsRefused() {
    Path directory = folder.resolve("none");

    Printed watched = Printed.of("watch", directory, "--wait", "1", "--every", "1");

    assertThat(watched.exit()).isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(watched.error())
        .startsWith(
            "no sweep is in "
                + directory
                + " yet; waiting up to 1 s for its driver to start (Ctrl-C ends)\n")
        .contains("There is no directory " + directory);
  }

  @Test
  void theSweepBesideItWithNearlyItsNameIsNamedAtOnce() {
    begin(folder.resolve("quickstart"));
    String meant = "; did you mean " + folder.resolve("quickstart") + "?\n";

    Printed watched =
        Printed.of("watch", folder.resolve("quikstart"), "--wait", "1", "--every", "1");

    assertThat(watched.error()).contains(" for its driver to start (Ctrl-C ends)" + meant);
    assertThat(Printed.of("status", folder.resolve("quikstart")).error()).endsWith(meant);
  }

  @Test
  void aDirectoryWhoseFolderIsMissingIsRefusedAtOnce() throws Exception {
    Files.createDirectory(folder.resolve("results"));
    Path directory = folder.resolve("reslts/new");

    Printed watched = Printed.of("watch", directory);

    assertThat(watched.exit()).isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(watched.error())
        .doesNotContain("waiting")
        .contains("there is no folder " + folder.resolve("reslts") + "; did you mean 'results'?");
  }

  /** The first run of all makes the folder 'runs'. */
  @Test
  void theFolderRunsNeedNotBeThere() {
    Printed watched =
        Printed.of("watch", folder.resolve("runs/new"), "--wait", "1", "--every", "1");

    assertThat(watched.error()).contains("waiting up to 1 s");
  }

  @Test
  void aFolderWithOtherFilesIsRefusedAtOnce() throws Exception {
    Files.createFile(folder.resolve("notes.txt"));

    Printed watched = Printed.of("watch", folder);

    assertThat(watched.exit()).isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(watched.error()).doesNotContain("waiting").contains("holds no sweep");
  }
}
