package org.attune.sweeps.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.attune.api.storage.FencedException;
import org.attune.api.storage.Storage;
import org.attune.api.storage.Storage.AppendFile;
import org.attune.api.storage.Storage.DriverLock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestLocalStorage {

  @TempDir Path directory;
  private Storage storage;

  @BeforeEach
  void open() {
    storage = new LocalStorage(directory.resolve("run"));
  }

  @Test
  void sealingForcesWhatItsWriterDidNot() throws IOException {
    List<String> forced = new ArrayList<>();
    LocalStorage watched =
        new LocalStorage(
            directory.resolve("watched"),
            (channel, path, metaData) -> {
              channel.force(metaData);
              forced.add(path.getFileName().toString());
            });
    try (AppendFile file = watched.append("journal.log")) {
      file.write(new byte[] {1, 2, 3}, 0, 3);
      forced.clear();
      assertThat(watched.seal("journal.log")).isEqualTo(3);
      assertThat(forced).contains("journal.log");
    }
  }

  @Test
  void aLargeContentIsOnDiskBeforeItsEnd() throws IOException {
    byte[] piece = new byte[1 << 20];
    List<Long> onDisk = new ArrayList<>();
    storage.replace(
        "checkpoints/large",
        out -> {
          for (int i = 0; i < 5; i++) {
            out.write(piece);
            String part = storage.list("checkpoints").get(0);
            onDisk.add(Files.size(directory.resolve("run/checkpoints").resolve(part)));
          }
        });

    assertThat(onDisk).containsExactly(1L << 20, 2L << 20, 3L << 20, 4L << 20, 5L << 20);
    assertThat(storage.list("checkpoints")).containsExactly("large");
  }

  @Test
  void leavesWhatCanBeMadeAgainWithoutWaitingForTheDisk() throws IOException {
    List<String> forced = new ArrayList<>();
    LocalStorage watched =
        new LocalStorage(
            directory.resolve("watched"), (channel, path, metaData) -> forced.add(path.toString()));
    watched.createExclusively("envelopes/1", new byte[] {1});
    forced.clear();

    assertThat(watched.createUnforced("envelopes/2", new byte[] {2})).isTrue();
    assertThat(watched.createUnforced("envelopes/2", new byte[] {3})).isFalse();

    assertThat(forced).isEmpty();
    assertThat(watched.list("envelopes")).containsExactly("1", "2");
    try (InputStream in = watched.open("envelopes/2")) {
      assertThat(in.readAllBytes()).containsExactly(2);
    }
  }

  @Test
  void replacesAWholeFileAndLeavesNothingBeside() throws IOException {
    storage.replace("a/b", "one".getBytes(UTF_8));
    storage.replace("a/b", "two".getBytes(UTF_8));

    assertThat(read("a/b")).isEqualTo("two");
    assertThat(storage.list("a")).containsExactly("b");
  }

  @Test
  void letsOneOfManyRacersCreateAFile() throws Exception {
    ExecutorService racers = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Boolean>> races =
          IntStream.range(0, 8)
              .mapToObj(
                  i ->
                      (Callable<Boolean>)
                          () -> storage.createExclusively("a/x", ("by " + i).getBytes(UTF_8)))
              .toList();
      int winners = 0;
      for (Future<Boolean> race : racers.invokeAll(races)) {
        winners += race.get() ? 1 : 0;
      }
      assertThat(winners).isEqualTo(1);
      assertThat(read("a/x")).startsWith("by ");
      assertThat(storage.list("a")).containsExactly("x");
    } finally {
      racers.shutdownNow();
    }
  }

  @Test
  void tellsAWriterThatItsFileWasSealed() throws IOException {
    try (AppendFile file = storage.append("log")) {
      file.write("abcdef".getBytes(UTF_8), 1, 3);
      file.force();
      assertThat(storage.seal("log")).isEqualTo(3);
      file.write("late".getBytes(UTF_8), 0, 4);
      assertThatThrownBy(file::force)
          .isInstanceOf(FencedException.class)
          .hasMessageContaining("Another driver took over");
    }
  }

  @Test
  void sealsAFileThatIsNotThereYet() throws IOException {
    assertThat(storage.seal("log")).isZero();
    try (AppendFile file = storage.append("log")) {
      assertThatThrownBy(file::force).isInstanceOf(FencedException.class);
    }
  }

  @Test
  void doesNotAppendToAFileThatIsThere() throws IOException {
    storage.append("log").close();

    assertThatThrownBy(() -> storage.append("log")).isInstanceOf(IOException.class);
  }

  @Test
  void whoAsksAfterALockWritesNothingAndNeedsNoPermissionTo() throws IOException {
    assertThat(storage.isLocked("locks/1")).isFalse();
    assertThat(storage.exists("")).isFalse();

    DriverLock held = storage.tryLock("locks/1").orElseThrow();
    assertThat(storage.isLocked("locks/1")).isTrue();
    held.close();

    assertThat(storage.isLocked("locks/1")).isFalse();
    Path file = directory.resolve("run/locks/1");
    assertThat(file.toFile().setReadOnly()).isTrue();
    assertThat(file.getParent().toFile().setReadOnly()).isTrue();
    assertThat(storage.isLocked("locks/1")).isFalse();
    assertThat(file.getParent().toFile().setWritable(true)).isTrue();
  }

  @Test
  void givesALockToOneAtATime() throws IOException {
    Storage other = new LocalStorage(directory.resolve("run/../run"));
    try (DriverLock held = storage.tryLock("locks/1").orElseThrow()) {
      assertThat(other.tryLock("locks/1")).isEmpty();
      assertThat(held).isNotNull();
    }
    other.tryLock("locks/1").orElseThrow().close();
  }

  @Test
  void findsNothingWhereNothingIs() throws IOException {
    assertThat(storage.exists("")).isFalse();
    assertThat(storage.list("a")).isEmpty();
    assertThatThrownBy(() -> storage.open("a")).isInstanceOf(FileNotFoundException.class);
    storage.delete("a");
  }

  @Test
  void theRootOfADiskIsADirectoryToo() throws IOException {
    Storage disk = new LocalStorage(directory.getRoot());
    assertThat(disk.exists("")).isTrue();
    assertThat(disk.isLocked("no-such-folder-here/lock")).isFalse();
  }

  @Test
  void staysWithinItsDirectory() {
    assertThatThrownBy(() -> storage.open("../secret"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("Invalid path '../secret': it leaves ");
  }

  private String read(String path) throws IOException {
    try (InputStream in = storage.open(path)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
