package org.attune.cluster.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.CRC32C;
import org.attune.api.storage.FencedException;
import org.attune.api.storage.Storage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every kind of {@link Storage} must do; a subclass says which. */
abstract class StorageContract {
  static final String LOCK = "driver.lock";

  private static final byte[] OLD = "old".getBytes(UTF_8);
  private static final byte[] NEW = "a newer content".getBytes(UTF_8);

  private Storage storage;

  /** Opens a directory that does not exist yet, another one at each call. */
  abstract Storage fresh() throws IOException;

  @BeforeEach
  final void open() throws IOException {
    storage = fresh();
  }

  @Test
  void aFreshDirectoryHoldsNothing() throws IOException {
    assertThat(storage.exists("")).isFalse();
    assertThat(storage.list("")).isEmpty();
    assertThat(storage.exists("epochs/1")).isFalse();
    assertThatThrownBy(() -> read("epochs/1")).isInstanceOf(FileNotFoundException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"../beside", "/tmp/elsewhere", "a/../../beside"})
  void aPathThatLeavesTheDirectoryIsRefused(String path) {
    String refusal = "Invalid path '%s': it leaves %s".formatted(path, storage.describe());
    for (Callable<?> use :
        List.<Callable<?>>of(
            () -> storage.open(path),
            () -> storage.list(path),
            () -> storage.createExclusively(path, NEW),
            () -> storage.append(path),
            () -> storage.tryLock(path))) {
      assertThatThrownBy(use::call).isInstanceOf(IOException.class).hasMessage(refusal);
    }
    assertThatThrownBy(() -> storage.delete(path)).hasMessage(refusal);
    assertThatThrownBy(() -> storage.replace(path, NEW)).hasMessage(refusal);
  }

  @Test
  void replaceMakesFoldersAndReplaces() throws IOException {
    storage.replace("a/b/file", OLD);
    assertThat(read("a/b/file")).isEqualTo(OLD);
    storage.replace("a/b/file", NEW);
    assertThat(read("a/b/file")).isEqualTo(NEW);
    assertThat(storage.exists("")).isTrue();
    assertThat(storage.exists("a/b")).isTrue();
  }

  @Test
  void aContentIsWrittenPieceByPieceAndSeenWhole() throws IOException {
    byte[] piece = "0123456789abcdef".repeat(1 << 16).getBytes(UTF_8); // 1 MiB
    storage.replace(
        "checkpoints/large",
        out -> {
          for (int i = 0; i < 5; i++) {
            out.write(piece);
            assertThat(storage.exists("checkpoints/large")).isFalse();
          }
        });

    assertThat(storage.list("checkpoints")).containsExactly("large");
    try (InputStream in = storage.open("checkpoints/large")) {
      for (int i = 0; i < 5; i++) {
        assertThat(in.readNBytes(piece.length)).isEqualTo(piece);
      }
      assertThat(in.read()).isNegative();
    }
  }

  @Test
  void aContentThatFailsLeavesTheOldFileAlone() throws IOException {
    storage.replace("a/file", OLD);
    for (Exception failure : List.of(new IOException("gone"), new IllegalStateException("gone"))) {
      assertThatThrownBy(
              () ->
                  storage.replace(
                      "a/file",
                      out -> {
                        out.write(NEW);
                        if (failure instanceof IOException thrown) {
                          throw thrown;
                        }
                        throw (RuntimeException) failure;
                      }))
          .isSameAs(failure);
    }
    assertThat(read("a/file")).isEqualTo(OLD);
    assertThat(storage.list("a")).containsExactly("file");
    assertThat(storage.list(".tmp")).isEmpty();
  }

  @Test
  void listNamesAFoldersFilesInOrderAndNoLeftovers() throws IOException {
    storage.replace("f/2", OLD);
    storage.replace("f/10", OLD);
    storage.replace("f/10", NEW);
    storage.createExclusively("f/1", OLD);
    storage.createExclusively("f/1", NEW);
    storage.replace("f/folder/x", OLD);
    assertThat(storage.list("f")).containsExactly("1", "10", "2", "folder");
  }

  @Test
  void createExclusivelyKeepsTheFirst() throws IOException {
    assertThat(storage.createExclusively("epochs/1", OLD)).isTrue();
    assertThat(storage.createExclusively("epochs/1", NEW)).isFalse();
    assertThat(storage.createUnforced("epochs/1", NEW)).isFalse();
    assertThat(read("epochs/1")).isEqualTo(OLD);
  }

  @Test
  void ofManyRacersOneCreatesAndAllReadItsContent() throws Exception {
    int racers = 8;
    ExecutorService pool = Executors.newFixedThreadPool(racers);
    try {
      for (int round = 0; round < 5; round++) {
        String path = "race/" + round;
        CountDownLatch start = new CountDownLatch(1);
        List<Future<Boolean>> created = new ArrayList<>();
        List<byte[]> contents = new ArrayList<>();
        for (int racer = 0; racer < racers; racer++) {
          byte[] content = ("racer " + racer).repeat(1000).getBytes(UTF_8);
          contents.add(content);
          created.add(
              pool.submit(
                  () -> {
                    start.await();
                    boolean won = storage.createExclusively(path, content);
                    assertThat(read(path)).hasSize(content.length);
                    return won;
                  }));
        }
        start.countDown();
        List<Integer> winners = new ArrayList<>();
        for (int racer = 0; racer < racers; racer++) {
          if (created.get(racer).get()) {
            winners.add(racer);
          }
        }
        assertThat(winners).hasSize(1);
        assertThat(read(path)).isEqualTo(contents.get(winners.get(0)));
      }
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void readersOfAReplacedFileSeeItWholeAndNeverGoBack() throws Exception {
    int versions = 15;
    storage.replace("CURRENT", stamped(0));
    AtomicBoolean done = new AtomicBoolean();
    ExecutorService pool = Executors.newFixedThreadPool(2);
    try {
      List<Future<Integer>> readers = new ArrayList<>();
      Callable<Integer> reader =
          () -> {
            int last = 0;
            int reads = 0;
            while (!done.get() || reads == 0) {
              int version = version(read("CURRENT"));
              assertThat(version).isGreaterThanOrEqualTo(last);
              last = version;
              reads++;
            }
            return reads;
          };
      for (int i = 0; i < 2; i++) {
        readers.add(pool.submit(reader));
      }
      for (int version = 1; version <= versions; version++) {
        storage.replace("CURRENT", stamped(version));
      }
      done.set(true);
      for (Future<Integer> reads : readers) {
        assertThat(reads.get()).isPositive();
      }
      assertThat(version(read("CURRENT"))).isEqualTo(versions);
    } finally {
      done.set(true);
      pool.shutdownNow();
    }
  }

  @Test
  void whatWasForcedIsReadWhileTheFileIsStillOpen() throws IOException {
    try (Storage.AppendFile file = storage.append("journal/1")) {
      file.write(NEW, 2, 5);
      file.force();
      assertThat(read("journal/1")).isEqualTo("newer".getBytes(UTF_8));
      file.write(OLD, 0, OLD.length);
      file.force();
      assertThat(read("journal/1")).isEqualTo("newerold".getBytes(UTF_8));
    }
    assertThat(read("journal/1")).isEqualTo("newerold".getBytes(UTF_8));
  }

  @Test
  void appendRefusesAFileThatIsThere() throws IOException {
    storage.replace("journal/1", OLD);
    assertThatThrownBy(() -> storage.append("journal/1")).isInstanceOf(IOException.class);
    assertThat(read("journal/1")).isEqualTo(OLD);
  }

  @Test
  void sealReturnsTheLengthOfAFileLeftOpen() throws IOException {
    Storage.AppendFile abandoned = storage.append("journal/1");
    abandoned.write(NEW, 0, NEW.length);
    abandoned.force();
    assertThat(storage.seal("journal/1")).isEqualTo(NEW.length);
    assertThat(read("journal/1")).isEqualTo(NEW);
    assertThat(storage.seal("journal/1")).isEqualTo(NEW.length);
  }

  @Test
  void afterASealItsWriterIsFencedAndTheSealedBytesStand() throws IOException {
    Storage.AppendFile stale = storage.append("journal/1");
    stale.write(OLD, 0, OLD.length);
    stale.force();
    long sealed = storage.seal("journal/1");
    assertThat(sealed).isEqualTo(OLD.length);
    assertThatThrownBy(
            () -> {
              stale.write(NEW, 0, NEW.length);
              stale.force();
            })
        .isInstanceOf(FencedException.class);
    assertThat(read("journal/1")).startsWith(OLD);
  }

  @Test
  void aFileSealedBeforeItsWriterCameIsEmptyAndStaysSo() throws IOException {
    assertThat(storage.seal("journal/1")).isZero();
    assertThatThrownBy(
            () -> {
              try (Storage.AppendFile late = storage.append("journal/1")) {
                late.write(NEW, 0, NEW.length);
                late.force();
              }
            })
        .isInstanceOf(IOException.class);
  }

  @Test
  void deleteRemovesAFileAndForgivesAnAbsentOne() throws IOException {
    storage.replace("a/file", OLD);
    storage.delete("a/file");
    storage.delete("a/file");
    assertThat(storage.exists("a/file")).isFalse();
    assertThat(storage.list("a")).isEmpty();
  }

  @Test
  void theLockIsHeldByOneUntilItIsClosed() throws IOException {
    storage.replace("sweep", OLD);
    Storage.DriverLock lock = taken(storage);
    assertThat(isFree(storage)).isFalse();
    lock.close();
    Storage.DriverLock next = taken(storage);
    assertThat(isFree(storage)).isFalse();
    next.close();
    assertThat(isFree(storage)).isTrue();
  }

  static Storage.DriverLock taken(Storage storage) throws IOException {
    return storage.tryLock(LOCK).orElseThrow();
  }

  static boolean isFree(Storage storage) throws IOException {
    Optional<Storage.DriverLock> lock = storage.tryLock(LOCK);
    if (lock.isPresent()) {
      lock.get().close();
    }
    return lock.isPresent();
  }

  final byte[] read(String path) throws IOException {
    return read(storage, path);
  }

  static byte[] read(Storage storage, String path) throws IOException {
    try (var in = storage.open(path)) {
      return in.readAllBytes();
    }
  }

  /** A version, padding whose length depends on it, and a checksum over both. */
  private static byte[] stamped(int version) {
    ByteBuffer bytes = ByteBuffer.allocate(4 + 8 + version * 37 % 5000).putInt(version);
    CRC32C sum = new CRC32C();
    sum.update(version);
    sum.update(bytes.capacity());
    return bytes.putLong(sum.getValue()).array();
  }

  private static int version(byte[] content) {
    ByteBuffer bytes = ByteBuffer.wrap(content);
    int version = bytes.getInt();
    assertThat(content).isEqualTo(stamped(version));
    return version;
  }
}
