package org.attune.api.storage;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.attune.api.Content;

/**
 * The directory of one sweep, on a local disk or on HDFS.
 *
 * <p>Paths are relative to the directory, with {@code /} as separator. Writes are durable once
 * their method returns: they survive the death of the process and of the machine. All methods are
 * thread-safe.
 *
 * <pre>{@code
 * Optional<String> note(Storage storage, String text) throws IOException {
 *   storage.replace("notes/latest.txt", text.getBytes(StandardCharsets.UTF_8));
 *   if (!storage.exists("notes/first.txt")) {
 *     return Optional.empty();
 *   }
 *   try (InputStream first = storage.open("notes/first.txt")) {
 *     return Optional.of(new String(first.readAllBytes(), StandardCharsets.UTF_8));
 *   }
 * }
 * }</pre>
 */
public interface Storage {

  /** The directory's name for messages, as the user would write it. */
  String describe();

  /** The directory's path on this machine's disk; empty if it is elsewhere. */
  default Optional<Path> localFolder() {
    return Optional.empty();
  }

  /** Whether a file or folder exists at {@code path}; the empty path is the directory itself. */
  boolean exists(String path) throws IOException;

  /** Names (not paths) of a folder's direct entries, sorted; empty if there is no folder. */
  List<String> list(String folder) throws IOException;

  /**
   * Opens a file for reading from its start, up to the bytes forced so far.
   *
   * @throws java.io.FileNotFoundException if there is none
   */
  InputStream open(String path) throws IOException;

  /**
   * A file's length and time of last change, if cheap to determine.
   *
   * @throws java.io.FileNotFoundException if there is none
   */
  default Optional<Stamp> stamp(String path) throws IOException {
    return Optional.empty();
  }

  /**
   * Distinguishes states of a file.
   *
   * @param bytes its length
   * @param modified time of last change, in its file system's finest unit
   */
  record Stamp(long bytes, long modified) {}

  /**
   * Writes a whole file atomically: readers see the old content or the new, never a part. Creates
   * folders as needed; replaces an existing file. If the content fails, the file stays unchanged.
   */
  void replace(String path, Content content) throws IOException;

  /** Writes a whole file like {@link #replace(String, Content)}. */
  default void replace(String path, byte[] content) throws IOException {
    replace(path, Content.of(content));
  }

  /**
   * Creates a file with its content if it does not exist, also under races with other machines.
   *
   * @return whether this call created it
   */
  boolean createExclusively(String path, byte[] content) throws IOException;

  /**
   * Like {@link #createExclusively}, without waiting for the disk. Once this returns, the file
   * survives the death of every process, but a power loss may leave it missing, empty or truncated.
   * For files that can be regenerated, such as a trial's result.
   */
  default boolean createUnforced(String path, byte[] content) throws IOException {
    return createExclusively(path, content);
  }

  /** Creates an append file; it must not exist. */
  AppendFile append(String path) throws IOException;

  /**
   * Seals an append file against its current writer, and returns its length in bytes.
   *
   * <p>After this returns, no {@link AppendFile#force} of an earlier writer returns any more: all
   * bytes acknowledged to that writer lie within the returned length. On a local disk, more bytes
   * may still appear beyond it; the caller records the length and ignores them. All bytes within
   * the length are durable, including those that the writer did not force before it died. A file
   * that does not exist yet is also sealed, at length 0. On HDFS this recovers the lease.
   */
  long seal(String path) throws IOException;

  /**
   * Takes a lock, which is held until it is closed or its process dies.
   *
   * @return the lock; empty if a live process has it, including this one
   */
  Optional<DriverLock> tryLock(String path) throws IOException;

  /**
   * Whether a live process holds a lock, including this one. If the storage supports it, this needs
   * only read permission and writes nothing.
   */
  default boolean isLocked(String path) throws IOException {
    Optional<DriverLock> free = tryLock(path);
    if (free.isPresent()) {
      free.get().close();
    }
    return free.isEmpty();
  }

  /**
   * The process that holds a lock, as it described itself when it took it: its host, its process id
   * and the time. Empty if the lock is free or has no such description.
   */
  default Optional<String> lockHolder(String path) throws IOException {
    return Optional.empty();
  }

  /** Deletes a file; does nothing if there is none. */
  void delete(String path) throws IOException;

  /** A file that only grows. Not thread-safe. */
  interface AppendFile extends AutoCloseable {
    /** Appends bytes; they are durable only after {@link #force}. */
    void write(byte[] bytes, int offset, int length) throws IOException;

    /**
     * Returns once all written bytes are durable.
     *
     * @throws FencedException if another driver {@link #seal sealed} the file
     */
    void force() throws IOException;

    @Override
    void close() throws IOException;
  }

  /** A lock held while the driver lives. */
  interface DriverLock extends AutoCloseable {
    /** Whether another driver is known to have taken the lock over. */
    default boolean lost() {
      return false;
    }

    @Override
    void close() throws IOException;
  }
}
