package org.attune.cluster.slot;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.attune.api.storage.Storage;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestCheckpointCleaner {

  private static final String KEPT = "checkpoints/ab-0.1.1.10.sha256.zip";
  private static final String OLD = "checkpoints/ab-0.1.1.5.sha256.zip";
  private static final String OF_AN_EARLIER_VERSION = "checkpoints/ab-0-3.1.1.5.zip";

  @TempDir Path folder;

  @Test
  void onlyFilesWithACheckpointsNameAreDeleted() throws Exception {
    Storage storage = new LocalStorage(folder);
    List<String> others =
        List.of(
            "checkpoints/thesis.tex",
            "checkpoints/ab-0.1.1.5.sha256.zip.bak",
            "checkpoints/ab-0.1.5.sha256.zip",
            "journal/000001.log");
    for (String path : List.of(KEPT, OLD, OF_AN_EARLIER_VERSION)) {
      storage.replace(path, new byte[] {1});
    }
    for (String path : others) {
      storage.replace(path, new byte[] {1});
    }

    try (CheckpointCleaner cleaner = new CheckpointCleaner(storage)) {
      cleaner.deleteAllBut(Set.of(KEPT));
      cleaner.delete(others);
      cleaner.delete(List.of("../outside", OLD));
    }

    assertThat(storage.list("checkpoints"))
        .containsExactly(
            "ab-0.1.1.10.sha256.zip",
            "ab-0.1.1.5.sha256.zip.bak",
            "ab-0.1.5.sha256.zip",
            "thesis.tex");
    assertThat(storage.exists("journal/000001.log")).isTrue();
  }

  @Test
  void aLinkToAnotherFoldersFilesDeletesNone() throws Exception {
    Path other = Files.createDirectories(folder.resolve("other/checkpoints"));
    Files.writeString(other.resolve("ab-0.1.1.5.sha256.zip"), "theirs");
    Path run = Files.createDirectory(folder.resolve("run"));
    Files.createSymbolicLink(run.resolve("checkpoints"), other);

    try (CheckpointCleaner cleaner = new CheckpointCleaner(new LocalStorage(run))) {
      cleaner.deleteAllBut(Set.of());
      cleaner.delete(List.of(OLD));
    }

    assertThat(other.resolve("ab-0.1.1.5.sha256.zip")).hasContent("theirs");
    assertThat(other.toFile().list()).hasSize(1);
  }
}
