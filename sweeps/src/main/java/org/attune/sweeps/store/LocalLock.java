package org.attune.sweeps.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.attune.api.storage.Storage;

/** A lock on a local file; the operating system releases it when its process dies. */
final class LocalLock implements Storage.DriverLock {

  /**
   * The locks that this process holds, with its description. The system's locks belong to the whole
   * process, and closing any channel of a file releases them all: a locked file must not be opened
   * a second time.
   */
  private static final Map<Path, String> HELD = new ConcurrentHashMap<>();

  private static final int MOST_HOLDER = 500; // bytes

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
    String process = ThisHost.process();
    if (HELD.putIfAbsent(path, process) != null) {
      return Optional.empty();
    }
    Optional<Storage.DriverLock> lock = Optional.empty();
    try {
      lock = lock(path, process, access);
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
    if (HELD.putIfAbsent(path, "") != null) {
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

  /** The process that holds it, as that process wrote; empty if it is free or says nothing. */
  static Optional<String> holder(Path file) throws IOException {
    if (!isHeld(file)) {
      return Optional.empty();
    }
    Path path = LocalFolder.around(file).toRealPath().resolve(file.getFileName());
    String own = HELD.get(path);
    if (own != null) {
      return Optional.of(own);
    }
    try (InputStream in = Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.of(new String(in.readNBytes(MOST_HOLDER), UTF_8).strip())
          .filter(text -> !text.isEmpty());
    }
  }

  private static Optional<Storage.DriverLock> lock(
      Path path, String process, FileAttribute<?>... access) throws IOException {
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      PlainFile.attributes(path);
    }
    FileChannel channel = FileChannel.open(path, WRITE, access);
    boolean taken = false;
    try {
      if (channel.tryLock() != null) {
        channel.truncate(0).write(ByteBuffer.wrap((process + "\n").getBytes(UTF_8)));
        taken = true;
      }
    } finally {
      if (!taken) {
        channel.close();
      }
    }
    return taken ? Optional.of(new LocalLock(path, channel)) : Optional.empty();
  }

  @Override
  public void close() throws IOException {
    if (channel.isOpen()) {
      channel.close();
      HELD.remove(path);
    }
  }
}
