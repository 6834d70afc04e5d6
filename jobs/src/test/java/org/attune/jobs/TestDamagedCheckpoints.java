package org.attune.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.attune.api.search.Objective;
import org.attune.jobs.console.ExitCode;
import org.attune.sweeps.store.SweepLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A checkpoint of which a byte has changed is neither copied nor passed over. */
class TestDamagedCheckpoints {

  private static final Objective LOSS = new Objective("validation_loss", Objective.Goal.MINIMIZE);

  @TempDir private Path directory;

  @TempDir private Path folder;

  @Test
  void aWholeOneIsCopiedAndNothingIsDamaged() throws Exception {
    record(true);
    Path copy = folder.resolve("best.zip");

    Printed best = best(copy);

    assertThat(best.exit()).as(best.error()).isEqualTo(ExitCode.DONE);
    assertThat(Files.readString(copy)).startsWith("state");
    assertThat(Printed.attune("repair", directory)).startsWith("nothing is damaged");
  }

  @Test
  void aDamagedOneIsNotCopied() throws Exception {
    Path file = record(true);
    damage(file);
    Path copy = folder.resolve("best.zip");

    Printed best = best(copy);

    assertThat(best.exit()).isEqualTo(ExitCode.FAILED);
    assertThat(best.error())
        .contains(file + " is damaged", "nothing was copied", "attune repair " + directory);
    assertThat(copy).doesNotExist();
  }

  @Test
  void aRepairSetsThatOfAnEndedTrialAside() throws Exception {
    Path file = record(true);
    damage(file);

    String repaired = Printed.attune("repair", directory);

    assertThat(repaired)
        .contains(file + " is damaged", "moved to damaged/", "into another directory with --out");
    assertThat(file).doesNotExist();
    assertThat(directory.resolve("damaged").resolve(file.getFileName())).exists();
    assertThat(Printed.attune("repair", directory)).startsWith("nothing is damaged");
    assertThat(best(folder.resolve("best.zip")).error())
        .contains("was damaged, and a repair moved it to " + directory + "/damaged/");
  }

  /** The run must find it, else the trial fails for want of a file. */
  @Test
  void aRepairLeavesThatOfAnUnfinishedTrialToTheRun() throws Exception {
    Path file = record(false);
    damage(file);

    assertThat(Printed.attune("repair", directory))
        .contains(file + " is damaged", "the next run begins trial ", "nothing was repaired in ")
        .doesNotContain("repaired;");
    assertThat(file).exists();
  }

  @Test
  void aRepairSetsThatOfATrialThatFailedForGoodAside() throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(directory, "saved", LOSS)) {
      sweep.saved(Map.of("width", "8"), false, "state".getBytes(UTF_8)).fails().published();
    }
    damage(checkpoint());

    assertThat(Printed.attune("repair", directory))
        .contains("moved to damaged/")
        .doesNotContain("the next run begins");
  }

  @Test
  void whatCannotBeMovedOrReadIsSaidOfEachFile() throws Exception {
    Path file = record(true);
    damage(file);
    Files.writeString(directory.resolve("damaged"), "my notes");

    Printed damaged = Printed.of("repair", directory);
    assertThat(damaged.exit()).isEqualTo(ExitCode.FAILED);
    assertThat(damaged.output())
        .contains(
            file + " is damaged", "it cannot be moved to damaged/", "nothing was repaired in ");
    assertThat(file).exists();

    Files.delete(file);
    Files.createDirectory(file);
    Printed unread = Printed.of("repair", directory);
    assertThat(unread.exit()).isEqualTo(ExitCode.FAILED);
    assertThat(unread.output()).contains(file + " cannot be read: ");
  }

  private Printed best(Path copy) {
    return Printed.of("best", directory, "--checkpoint", copy);
  }

  private Path record(boolean ended) throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(directory, "saved", LOSS)) {
      sweep.saved(Map.of("width", "8"), ended, "state".getBytes(UTF_8)).published();
    }
    return checkpoint();
  }

  private Path checkpoint() {
    String name = directory.resolve(SweepLayout.CHECKPOINTS).toFile().list()[0];
    return directory.resolve(SweepLayout.CHECKPOINTS).resolve(name);
  }

  private static void damage(Path file) throws Exception {
    byte[] bytes = Files.readAllBytes(file);
    bytes[2] ^= 1;
    Files.write(file, bytes);
  }
}
