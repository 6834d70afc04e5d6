package org.attune.cluster.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.commons.io.function.IOFunction;
import org.attune.api.storage.Storage;
import org.attune.cluster.spark.DaemonThreads;
import org.attune.sweeps.store.ThisHost;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lock on HDFS: the file {@code <lock>/N} that its owner rewrites every few seconds.
 *
 * <p>The highest N counts. A driver that finds it released or silent creates {@code <lock>/N+1};
 * only one of several racers can. Nobody deletes the highest file, so numbers only grow. A slow
 * racer finds a higher number than its own and gives up.
 */
final class HeartbeatLock implements Storage.DriverLock {
  private static final Logger LOG = LoggerFactory.getLogger(HeartbeatLock.class);
  private static final byte[] RELEASED = "released\n".getBytes(UTF_8);
  private static final int MOST_OWNER = 500; // bytes

  private final Storage storage;
  private final String folder;
  private final long number;
  private final byte[] owner;
  private final ScheduledExecutorService beats;
  private volatile boolean lost;

  private HeartbeatLock(Storage storage, String folder, long number, byte[] owner, Duration beat) {
    this.storage = storage;
    this.folder = folder;
    this.number = number;
    this.owner = owner;
    this.beats = DaemonThreads.clock("attune-heartbeat");
    beats.scheduleAtFixedRate(this::beat, beat.toMillis(), beat.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Takes the lock; empty when a live driver holds it.
   *
   * @param age a file's age by the clock of its file system; empty when there is no such file
   */
  static Optional<Storage.DriverLock> tryTake(
      Storage storage,
      IOFunction<String, Optional<Duration>> age,
      String folder,
      Duration beat,
      Duration deadAfter)
      throws IOException {
    OptionalLong held = highest(storage, folder);
    if (isAlive(storage, age, folder, held, deadAfter)) {
      return Optional.empty();
    }
    long mine = held.orElse(0) + 1;
    byte[] owner = owner();
    if (!storage.createExclusively(file(folder, mine), owner)) {
      return Optional.empty();
    }
    if (highest(storage, folder).orElse(mine) > mine) {
      storage.delete(file(folder, mine));
      return Optional.empty();
    }
    if (held.isPresent()) {
      storage.delete(file(folder, held.getAsLong()));
    }
    return Optional.of(new HeartbeatLock(storage, folder, mine, owner, beat));
  }

  /** Whether a live driver holds the lock; takes nothing. */
  static boolean isHeld(
      Storage storage,
      IOFunction<String, Optional<Duration>> age,
      String folder,
      Duration deadAfter)
      throws IOException {
    return isAlive(storage, age, folder, highest(storage, folder), deadAfter);
  }

  /** The driver that holds the lock, as it wrote; empty if the lock is free. */
  static Optional<String> holder(
      Storage storage,
      IOFunction<String, Optional<Duration>> age,
      String folder,
      Duration deadAfter)
      throws IOException {
    OptionalLong held = highest(storage, folder);
    if (!isAlive(storage, age, folder, held, deadAfter)) {
      return Optional.empty();
    }
    try (var in = storage.open(file(folder, held.getAsLong()))) {
      return Optional.of(new String(in.readNBytes(MOST_OWNER), UTF_8).strip());
    } catch (FileNotFoundException takenOver) {
      return Optional.empty();
    }
  }

  @Override
  public boolean lost() {
    return lost;
  }

  /** Stops the heartbeat and frees the lock at once, unless another driver has taken it. */
  @Override
  public void close() throws IOException {
    beats.shutdown(); // do not cut a beat: its rename might come last
    if (!awaitLastBeat()) {
      LOG.warn("A heartbeat to {} hangs; the lock is free when it falls silent", folder);
      return;
    }
    if (isHighest()) {
      storage.replace(file(folder, number), RELEASED);
    }
  }

  /** Whether the last beat ended within a minute; an interruption is deferred. */
  private boolean awaitLastBeat() {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return beats.awaitTermination(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void beat() {
    try {
      if (isHighest()) {
        storage.replace(file(folder, number), owner);
      } else {
        LOG.warn("Another driver took {} over", storage.describe());
        lost = true;
        beats.shutdown();
      }
    } catch (IOException | RuntimeException e) { // thrown on, it would end all later beats
      LOG.warn("No heartbeat to {} of {}: {}", folder, storage.describe(), e.toString());
    }
  }

  private boolean isHighest() throws IOException {
    return highest(storage, folder).orElse(number) == number;
  }

  private static boolean isAlive(
      Storage storage,
      IOFunction<String, Optional<Duration>> age,
      String folder,
      OptionalLong held,
      Duration deadAfter)
      throws IOException {
    if (held.isEmpty()) {
      return false;
    }
    String path = file(folder, held.getAsLong());
    try (var in = storage.open(path)) {
      if (Arrays.equals(in.readNBytes(RELEASED.length + 1), RELEASED)) {
        return false;
      }
    } catch (FileNotFoundException takenOver) {
      return true; // only the owner of a higher number deletes it
    }
    Optional<Duration> old = age.apply(path);
    return old.isEmpty() || old.get().compareTo(deadAfter) < 0;
  }

  private static OptionalLong highest(Storage storage, String folder) throws IOException {
    return storage.list(folder).stream()
        .filter(name -> name.matches("\\d{1,18}"))
        .mapToLong(Long::parseLong)
        .max();
  }

  private static String file(String folder, long number) {
    return folder + "/" + number;
  }

  private static byte[] owner() {
    return (ThisHost.process() + "\n").getBytes(UTF_8);
  }
}
