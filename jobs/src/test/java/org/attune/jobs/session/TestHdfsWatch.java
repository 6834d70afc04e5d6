package org.attune.jobs.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** What the user is told while HDFS does not answer. */
class TestHdfsWatch {

  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration SOON = Duration.ofMillis(400);

  private final List<String> said = new CopyOnWriteArrayList<>();

  /** The system accepts connections for a socket that nobody serves. */
  @Test
  void aServiceThatAcceptsAndNeverAnswersIsNamedOnce() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + silent.getLocalPort();
      Thread asking = new Thread(() -> ask("hdfs://" + address));
      asking.setDaemon(true);
      asking.start();
      try (var watch = HdfsWatch.start(() -> HdfsWatch.waits(asking.getId()), SOON, said::add)) {
        await().atMost(LONG).until(() -> !said.isEmpty());
      } finally {
        asking.interrupt();
        asking.join();
      }
      assertThat(said)
          .singleElement()
          .asString()
          .contains(address + " has not answered", "Ctrl-C stops it");
    }
  }

  @Test
  void manyShortCallsAreNoLongOne() {
    AtomicLong looks = new AtomicLong();
    try (var watch =
        HdfsWatch.start(() -> OptionalLong.of(looks.incrementAndGet()), SOON, said::add)) {
      await().atMost(LONG).until(() -> looks.get() > 4);
    }
    assertThat(said).isEmpty();
  }

  private static void ask(String of) {
    try (FileSystem hdfs = FileSystem.newInstance(URI.create(of), new Configuration())) {
      hdfs.exists(new Path("/sweeps"));
    } catch (IOException interrupted) {
      // the end of the test
    }
  }
}
