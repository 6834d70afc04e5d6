package org.attune.cluster.gpu;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.trial.Gpus;

/**
 * This machine's GPUs, shared among all its drivers. Each GPU has a file, and a holder of a share
 * locks a part of the file in proportion. The system keeps locks of overlapping parts apart, even
 * if drivers want different shares. It frees the locks of a process that dies.
 *
 * <p>A process keeps one channel per file open for good. On many systems, closing any channel would
 * free all of the process's locks on the file.
 */
final class LocalGpus {

  private static final long WHOLE = 1_000_000; // bytes locked in an empty file
  private static final double ROUNDING = 1e-9;
  private static final long PAUSE_MILLIS = 50;
  private static final LocalGpus SHARED =
      new LocalGpus(
          Path.of(
              System.getProperty(
                  "attune.gpu.locks",
                  System.getProperty("attune.tmpdir", System.getProperty("java.io.tmpdir"))
                      + "/attune-gpus")));

  private final Path folder;
  private final Map<String, FileChannel> channels = new HashMap<>();

  LocalGpus(Path folder) {
    this.folder = folder;
  }

  /**
   * The GPUs of all drivers on this machine; the system property {@code attune.gpu.locks} names the
   * folder.
   */
  static LocalGpus shared() {
    return SHARED;
  }

  /**
   * Waits until the GPUs that the caller needs are free, and leases them.
   *
   * @param addresses addresses of all GPUs
   * @param amount whole GPUs, or a share of one
   */
  GpuLease lease(List<String> addresses, double amount) throws IOException, InterruptedException {
    if (amount > addresses.size()) {
      throw new IllegalArgumentException(
          "Cannot lease %s GPUs: this machine has %d".formatted(amount, addresses.size()));
    }
    List<FileLock> locks = List.of();
    while (locks.isEmpty()) {
      locks = amount < 1 ? part(addresses, amount) : whole(addresses, (int) amount);
      if (locks.isEmpty()) {
        Thread.sleep(PAUSE_MILLIS);
      }
    }
    List<String> leased = new ArrayList<>();
    for (FileLock lock : locks) {
      leased.add(addressOf(lock));
    }
    return new GpuLease(new Gpus(leased, Math.min(1, amount)), locks);
  }

  /**
   * Leases a share of one GPU. GPUs whose first share is free come first; empty when none is free.
   */
  private synchronized List<FileLock> part(List<String> addresses, double share)
      throws IOException {
    int parts = (int) Math.floor(1 / share + ROUNDING);
    long size = WHOLE / parts;
    for (int part = 0; part < parts; part++) {
      for (String address : addresses) {
        Optional<FileLock> lock = tryLock(address, part * size, size);
        if (lock.isPresent()) {
          return List.of(lock.get());
        }
      }
    }
    return List.of();
  }

  /** Leases whole GPUs; empty when fewer are free. */
  private synchronized List<FileLock> whole(List<String> addresses, int count) throws IOException {
    List<FileLock> locks = new ArrayList<>();
    for (String address : addresses) {
      if (locks.size() < count) {
        tryLock(address, 0, WHOLE).ifPresent(locks::add);
      }
    }
    if (locks.size() == count) {
      return locks;
    }
    for (FileLock lock : locks) {
      lock.release();
    }
    return List.of();
  }

  /** Locks a part of a GPU's file; empty if this or another process has it. */
  private Optional<FileLock> tryLock(String address, long from, long size) throws IOException {
    try {
      return Optional.ofNullable(channel(address).tryLock(from, size, false));
    } catch (OverlappingFileLockException ofThisProcess) {
      return Optional.empty();
    }
  }

  private FileChannel channel(String address) throws IOException {
    FileChannel channel = channels.get(address);
    if (channel == null) {
      Files.createDirectories(folder);
      Path file = folder.resolve(address.replaceAll("[^A-Za-z0-9_-]", "_") + ".lock");
      channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      shareWithOtherUsers(folder, "rwxrwxrwx");
      shareWithOtherUsers(file, "rw-rw-rw-");
      channels.put(address, channel);
    }
    return channel;
  }

  private static void shareWithOtherUsers(Path path, String permissions) {
    try {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    } catch (IOException | UnsupportedOperationException e) {
      // Another user owns the path and has set the permissions, or the system has none.
    }
  }

  private synchronized String addressOf(FileLock lock) {
    return channels.entrySet().stream()
        .filter(entry -> entry.getValue() == lock.acquiredBy())
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow();
  }
}
