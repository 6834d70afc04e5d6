package org.attune.cluster.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.attune.sweeps.store.Storage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestHadoopStorage extends StorageContract {
  @TempDir private static java.nio.file.Path disk;

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
    return new HadoopStorage(directory(), client());
  }

  @Test
  void aSilentDriversLockIsFreeOnceItCountsAsDead() throws IOException {
    Path directory = directory();
    Duration never = Duration.ofDays(1);
    Storage silent = new HadoopStorage(directory, client(), never, Duration.ofSeconds(2));
    Storage waiting = new HadoopStorage(directory, client(), never, Duration.ofSeconds(2));

    Storage.DriverLock dead = taken(silent);

    assertThat(isFree(waiting)).isFalse();
    Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> isFree(waiting));
    dead.close();
    assertThat(isFree(waiting)).isTrue();
  }

  @Test
  void aBeatingDriverKeepsItsLockPastTheTimeOfASilentOne() throws IOException {
    Path directory = directory();
    Duration beat = Duration.ofMillis(100);
    Storage beating = new HadoopStorage(directory, client(), beat, Duration.ofSeconds(1));

    Storage.DriverLock lock = taken(beating);
    Awaitility.await()
        .during(Duration.ofSeconds(2))
        .atMost(Duration.ofSeconds(10))
        .until(() -> !isFree(beating));

    lock.close();
    assertThat(isFree(beating)).isTrue();
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
