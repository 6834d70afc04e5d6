package org.attune.cluster.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.attune.api.storage.Storage;
import org.attune.sweeps.store.LocalStorage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestHeartbeatLock {

  /** Without further beats another driver would take over from one that lives. */
  @Test
  void aBeatThatFailsInAnyWayIsNotTheLast(@TempDir Path folder) throws Exception {
    AtomicInteger beats = new AtomicInteger();

    try (Storage.DriverLock lock =
        HeartbeatLock.tryTake(
                failingAtFirst(new LocalStorage(folder), beats),
                file -> Optional.empty(),
                "drivers",
                Duration.ofMillis(20),
                Duration.ofSeconds(15))
            .orElseThrow()) {
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(() -> assertThat(beats).hasValueGreaterThan(2));
      assertThat(lock.lost()).isFalse();
    }
  }

  /** A storage whose first replaced file fails with an exception that nobody declares. */
  private static Storage failingAtFirst(Storage storage, AtomicInteger replaced) {
    return (Storage)
        Proxy.newProxyInstance(
            Storage.class.getClassLoader(),
            new Class<?>[] {Storage.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("replace") && replaced.incrementAndGet() == 1) {
                throw new IllegalStateException("a defect of a file system");
              }
              try {
                return method.invoke(storage, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }
}
