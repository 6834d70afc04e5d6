package org.attune.sweeps.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.attune.api.storage.Storage;

/** A lock on a local file; the operating system releases it when its process dies. */
final class LocalLock implements Storage.DriverLock {

  /**
   * The locks that this process holds. The system's locks belong to the whole process, and closing
   * any channel of a file releases them all: a locked file must not be opened a second time.
   */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private static final Set<OpenOption> WRITE =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

  private final Path path;
  private final FileChannel channel;

  private LocalLock(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * Takes the lock unless somebody holds it.
   *
   * @param access of the file, if it is missing
   */
  static Optional<Storage.DriverLock> tryLock(Path file, FileAttribute<?>... access)
      throws IOException {
    Path path = LocalFolder.around(file).toRealPath().resolve(file.getFileName());
    if (!HELD.add(path)) {
      return Optional.empty();
    }
    Optional<Storage.DriverLock> lock = Optional.empty();
    try {
      lock = lock(path, access);
    } finally {
      if (lock.isEmpty()) {
        HELD.remove(path);
      }
    }
    return lock;
  }

  /** Whether a process holds it. Works with read permission only, and alongside other callers. */
  static boolean isHeld(Path file) throws IOException {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    PlainFile.attributes(file);
    Path path = LocalFolder.around(file).toRealPath().resolve(file.getFileName());
    if (!HELD.add(path)) {
      return true;
    }
    try (FileChannel channel =
            FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        FileLock shared = channel.tryLock(0, Long.MAX_VALUE, true)) {
      return shared == null;
    } catch (NoSuchFileException gone) {
      return false;
    } finally {
      HELD.remove(path);
    }
  }

  private static Optional<Storage.DriverLock> lock(Path path, FileAttribute<?>... access)
      throws IOException {
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      PlainFile.attributes(path);
    }
    FileChannel channel = FileChannel.open(path, WRITE, access);
    FileLock lock = null;
    try {
      lock = channel.tryLock();
    } finally {
      if (lock == null) {
        channel.close();
      }
    }
    return lock == null ? Optional.empty() : Optional.of(new LocalLock(path, channel));
  }

  @Override
  public void close() throws IOException {
    if (channel.isOpen()) {
      channel.close();
      HELD.remove(path);
    }
  }
}
