package org.attune.cluster.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import org.apache.commons.io.function.IORunnable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.attune.api.storage.Storage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestHadoopStorage extends StorageContract {
  @TempDir private static java.nio.file.Path disk;

  /** Long: no pause of the test's makes a driver that lives count as dead. */
  private static final Duration DEAD_AFTER = Duration.ofHours(1);

  private static MiniDFSCluster cluster;

  @BeforeAll
  static void start() throws IOException {
    cluster =
        new MiniDFSCluster.Builder(new Configuration(), disk.toFile()).numDataNodes(1).build();
  }

  @AfterAll
  static void stop() {
    cluster.shutdown(true);
  }

  @Override
  Storage fresh() throws IOException {
    return new HadoopStorage(directory(), client(), HadoopStorage.BEAT, Duration.ofMinutes(20));
  }

  @Test
  void aSilentDriversLockIsFreeOnceItCountsAsDead() throws IOException {
    Path directory = directory();
    Storage silent = new HadoopStorage(directory, client(), Duration.ofDays(1), DEAD_AFTER);
    Storage waiting = new HadoopStorage(directory, client(), Duration.ofDays(1), DEAD_AFTER);

    Storage.DriverLock dead = taken(silent);

    assertThat(isFree(waiting)).isFalse();
    age(directory, silent);
    assertThat(isFree(waiting)).isTrue();
    dead.close();
    assertThat(isFree(waiting)).isTrue();
  }

  @Test
  void aBeatingDriverKeepsItsLockPastTheTimeOfASilentOne() throws IOException {
    Path directory = directory();
    Storage beating = new HadoopStorage(directory, client(), Duration.ofMillis(100), DEAD_AFTER);

    Storage.DriverLock lock = taken(beating);
    for (int beat = 0; beat < 3; beat++) {
      long aged = age(directory, beating);
      Awaitility.await()
          .atMost(Duration.ofMinutes(20))
          .until(() -> lastBeat(directory, beating) > aged);
      assertThat(isFree(beating)).isFalse();
    }

    lock.close();
    assertThat(isFree(beating)).isTrue();
  }

  @Test
  void aDriverLearnsFromItsHeartbeatThatAnotherTookItsLock() throws IOException {
    Path directory = directory();
    Storage beating = new HadoopStorage(directory, client(), Duration.ofMillis(100), DEAD_AFTER);
    Storage.DriverLock lock = taken(beating);
    assertThat(lock.lost()).isFalse();

    long later = Long.parseLong(beating.list(LOCK).get(0)) + 1;
    beating.createExclusively(LOCK + "/" + later, new byte[] {1});

    Awaitility.await().atMost(Duration.ofMinutes(20)).until(lock::lost);
    lock.close();
  }

  @Test
  void aDriverWhoseHeartbeatIsLateStaysADriverAfterAReaderLooked() throws IOException {
    Path directory = directory();
    Storage late = new HadoopStorage(directory, client(), Duration.ofDays(1), DEAD_AFTER);
    Storage reader = new HadoopStorage(directory, client(), Duration.ofDays(1), DEAD_AFTER);
    assertThat(reader.isLocked(LOCK)).isFalse();
    Storage.DriverLock lock = taken(late);
    assertThat(reader.isLocked(LOCK)).isTrue();
    age(directory, late);

    assertThat(reader.isLocked(LOCK)).isFalse();

    assertThat(late.list(LOCK)).containsExactly("1");
    lock.close(); // only the owner of the highest number frees the lock
    assertThat(read(late, LOCK + "/1")).asString().isEqualTo("released\n");
    assertThat(reader.isLocked(LOCK)).isFalse();
  }

  /** Makes the last beat as old as that of a driver that counts as dead; returns its time. */
  private static long age(Path directory, Storage storage) throws IOException {
    long then = System.currentTimeMillis() - DEAD_AFTER.multipliedBy(2).toMillis();
    cluster.getFileSystem().setTimes(lockFile(directory, storage), then, -1);
    return then;
  }

  /** The time of the last beat, in milliseconds. */
  private static long lastBeat(Path directory, Storage storage) throws IOException {
    return cluster
        .getFileSystem()
        .getFileStatus(lockFile(directory, storage))
        .getModificationTime();
  }

  private static Path lockFile(Path directory, Storage storage) throws IOException {
    return new Path(directory, LOCK + "/" + storage.list(LOCK).get(0));
  }

  @Test
  void aFileThatIsReplacedBetweenItsOpeningAndItsFirstByteIsReadFromItsSuccessor()
      throws IOException {
    Path directory = directory();
    Storage writer = new HadoopStorage(directory, client());
    writer.replace("file", new byte[] {1, 2, 3});
    Configuration slow = client();
    slow.setClass("fs.hdfs.impl", Overtaken.class, DistributedFileSystem.class);
    Storage reader = new HadoopStorage(directory, slow);

    Overtaken.then = () -> writer.replace("file", new byte[] {4, 5});

    assertThat(read(reader, "file")).containsExactly(4, 5);
    assertThat(Overtaken.then).isNull();
  }

  /** A client whose file is replaced, and its block deleted, as soon as it is open. */
  static final class Overtaken extends DistributedFileSystem {
    private static IORunnable then;

    @Override
    public FSDataInputStream open(Path file, int buffer) throws IOException {
      FSDataInputStream in = super.open(file, buffer);
      if (then != null) {
        then.run();
        then = null;
        ExtendedBlock block = ((HdfsDataInputStream) in).getAllBlocks().get(0).getBlock();
        Awaitility.await()
            .atMost(Duration.ofMinutes(2))
            .until(() -> !cluster.getDataNodes().get(0).getFSDataset().contains(block));
      }
      return in;
    }
  }

  @Test
  void aLocalPathIsRefused() {
    assertThatThrownBy(() -> new HadoopStorage(new Path(disk.toUri()), new Configuration()))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("Cannot keep a sweep in file:")
        .hasMessageEndingWith("file is not HDFS; give an hdfs:// path or a local folder");
  }

  private static Path directory() throws IOException {
    return new Path(cluster.getFileSystem().getUri() + "/sweeps/" + UUID.randomUUID());
  }

  /** A client of its own, as another process would have. */
  private static Configuration client() throws IOException {
    Configuration configuration = new Configuration(cluster.getConfiguration(0));
    configuration.setBoolean("fs.hdfs.impl.disable.cache", true);
    return configuration;
  }
}
