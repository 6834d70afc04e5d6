package org.attune.sweeps.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.attune.sweeps.trial.Checkpoints;
import org.attune.sweeps.trial.Start;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program keeps is saved while the program is at it. */
class TestCheckpointFolder {

  /** Enough that one of them comes between the folder's list and a look at a file that went. */
  private static final int LOOKS = 2_000;

  @TempDir Path folder;

  @Test
  void aFileThatGetsItsNameMeanwhileIsNoError() throws Exception {
    Files.writeString(folder.resolve("optimizer"), "whole");
    Saved saved = new Saved();
    AtomicBoolean ended = new AtomicBoolean();
    CompletableFuture<Void> program = CompletableFuture.runAsync(() -> write(ended));
    try {
      assertThatCode(
              () -> {
                for (int step = 1; step <= LOOKS; step++) {
                  new CheckpointFolder(folder).save(saved, step);
                }
              })
          .doesNotThrowAnyException();
    } finally {
      ended.set(true);
      program.join();
    }
    assertThat(saved.count).isEqualTo(LOOKS); // what is not renamed is in each of them
  }

  @Test
  void aFolderThatIsGoneIsNoState() throws Exception {
    Saved saved = new Saved();

    new CheckpointFolder(folder.resolve("gone")).saveAtEnd(saved, 1);

    assertThat(saved.count).isZero();
  }

  /** As the page on programs says: whole files get their names. */
  private void write(AtomicBoolean ended) {
    try {
      while (!ended.get()) {
        for (int i = 0; i < 8; i++) {
          Path part = folder.resolve("." + i);
          Files.writeString(part, "weights");
          Files.move(part, folder.resolve("weights" + i), StandardCopyOption.REPLACE_EXISTING);
        }
      }
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static final class Saved implements Checkpoints {
    private int count;

    @Override
    public Start start() {
      return Start.BEGINNING;
    }

    @Override
    public Optional<InputStream> open() {
      return Optional.empty();
    }

    @Override
    public boolean due(long step) {
      return true;
    }

    @Override
    public boolean dueAtEnd() {
      return true;
    }

    @Override
    public void save(long step, byte[] state) {
      count++;
    }

    @Override
    public void saveAtEnd(long step, byte[] state) {
      count++;
    }
  }
}
