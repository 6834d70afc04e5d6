package org.attune.jobs.sweep;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.attune.api.storage.Storage;
import org.attune.cluster.store.Storages;
import org.attune.jobs.console.InputException;
import org.attune.jobs.session.Sessions;
import org.attune.sweeps.store.LinkedCheckpoints;
import org.attune.sweeps.store.SweepLayout;

/** Checks the directory that a user names for a sweep's files before anything is written to it. */
public final class OutDirectory {

  private OutDirectory() {}

  /**
   * The storage of a directory to write a sweep to. This method writes nothing.
   *
   * @param master the master that the sweep runs on; with several hosts, a local directory is
   *     refused
   */
  public static Storage writable(String directory, String master) throws IOException {
    if (directory.isBlank()) {
      throw new InputException("--out is empty; name a directory.");
    }
    Storage storage = Sweeps.storage(directory);
    Optional<Path> local = storage.localFolder();
    if (local.isPresent()) {
      requireWritable(directory, local.get());
      requireOneHost(directory, master);
      requireNoForeignFolder(local.get());
    }
    if (!isFreeOrSweep(storage)) {
      throw new InputException(
          "%s is not empty and holds no sweep; choose another directory with --out."
              .formatted(directory));
    }
    return storage;
  }

  private static boolean isFreeOrSweep(Storage storage) throws IOException {
    try {
      // Keep this order: another driver may start the sweep meanwhile.
      return SweepLayout.isFree(storage) || SweepLayout.holdsSweep(storage);
    } catch (ConnectException e) {
      throw new InputException(Storages.unreachable(storage.describe(), e).getMessage());
    }
  }

  /**
   * Refuses a local directory in which the system lets nobody make a file, whatever the permissions
   * say, as in /proc or on a full disk. Leaves nothing behind.
   */
  public static void tryToWrite(Storage storage) throws IOException {
    if (storage.localFolder().isPresent()) {
      try {
        Path folder = existing(storage.localFolder().get());
        Files.delete(Files.createTempFile(folder, "attune", ".tmp"));
        new LinkedCheckpoints(storage.localFolder().get()).take();
      } catch (FileSystemException e) {
        throw unwritable(storage, e);
      }
    }
  }

  /** The refusal of a directory in which the system allows no writing. */
  public static InputException unwritable(Storage storage, FileSystemException why) {
    String reason = why.getReason() == null ? "" : " (" + why.getReason() + ")";
    return new InputException(
        "Cannot write to %s: the system does not allow %s%s; choose another directory with --out."
            .formatted(storage.describe(), why.getFile(), reason));
  }

  /** The path, or the nearest existing folder above it. */
  private static Path existing(Path path) {
    Path parent = path.getParent();
    return parent == null || Files.exists(path) ? path : existing(parent);
  }

  private static void requireWritable(String directory, Path path) {
    Path existing = existing(path);
    if (!Files.isDirectory(existing)) {
      throw new InputException(
          "Cannot write to %s: %s is a file; choose another directory with --out."
              .formatted(directory, existing));
    }
    if (!Files.isWritable(existing) || !Files.isExecutable(existing)) {
      throw new InputException(
          "Cannot write to %s: no permission in %s; choose another directory with --out."
              .formatted(directory, existing));
    }
    if (!Files.isReadable(existing)) {
      throw new InputException(
          "Cannot read %s: no permission; choose another directory with --out."
              .formatted(existing));
    }
  }

  /** Refuses a directory with links to folders in which this sweep must not write or delete. */
  private static void requireNoForeignFolder(Path directory) throws IOException {
    Optional<String> trouble = LinkedCheckpoints.trouble(directory);
    if (trouble.isPresent()) {
      throw new InputException(trouble.get() + ".");
    }
  }

  private static void requireOneHost(String directory, String master) {
    boolean oneHost =
        Sessions.isLocal(master)
            || master.matches("spark://(localhost|127\\.[0-9.]+)(:\\d+)?")
            || master.startsWith("local-cluster");
    if (!oneHost) {
      throw new InputException(
          ("Cannot write to %s: executors of master %s on other hosts cannot reach a local directory;"
                  + " use --out hdfs://...")
              .formatted(directory, master));
    }
  }
}
