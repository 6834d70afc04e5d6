package org.attune.sweeps.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The directory of one sweep, on a local disk or on HDFS.
 *
 * <p>Paths are relative to the directory, with {@code /} between their parts. What a method has
 * returned from is durable: it survives the death of the process and of the machine. Every method
 * is safe to call from several threads.
 */
public interface Storage {

  /** Names the directory as the user would, for messages. */
  String describe();

  /** Where the directory is on this machine's disk; empty when it is elsewhere. */
  default Optional<Path> localFolder() {
    return Optional.empty();
  }

  /** Whether a file or a folder is at {@code path}; the empty path is the directory itself. */
  boolean exists(String path) throws IOException;

  /** Names (not paths) of what lies directly in a folder, sorted; empty when there is no folder. */
  List<String> list(String folder) throws IOException;

  /**
   * Opens a file for reading from its start, up to all that was forced to it by now.
   *
   * @throws java.io.FileNotFoundException when there is none
   */
  InputStream open(String path) throws IOException;

  /**
   * A file's length and when it last changed, where that can be had cheaply.
   *
   * @throws java.io.FileNotFoundException when there is none
   */
  default Optional<Stamp> stamp(String path) throws IOException {
    return Optional.empty();
  }

  /**
   * Tells one state of a file from another.
   *
   * @param bytes its length
   * @param modified when it last changed, in the finest unit that its file system knows
   */
  record Stamp(long bytes, long modified) {}

  /**
   * Writes a whole file in one step: readers see the old content or the new, never a part. Folders
   * are made as needed; a file that is there is replaced.
   */
  void replace(String path, byte[] content) throws IOException;

  /**
   * Creates a file with its content if none is there, also against racers on other machines.
   *
   * @return whether this call created it
   */
  boolean createExclusively(String path, byte[] content) throws IOException;

  /**
   * As {@link #createExclusively}, without waiting for the disk: once this returns, the file
   * survives the death of every process, but a loss of power may leave it missing, empty or cut.
   * For what can be made again, such as a trial's result.
   */
  default boolean createUnforced(String path, byte[] content) throws IOException {
    return createExclusively(path, content);
  }

  /** Creates a file that is appended to; it must not exist. */
  AppendFile append(String path) throws IOException;

  /**
   * Ends an append file for whoever has it open, and returns its length in bytes.
   *
   * <p>After this returns, no {@link AppendFile#force} of an earlier opener returns any more: what
   * such a writer was told is durable lies within the returned length. Bytes may still appear
   * beyond it on a local disk; the caller records the length and ignores them. All within the
   * length is durable, also what its writer did not live to force. A file that does not exist yet
   * is ended as well, at length 0. On HDFS this recovers the lease.
   */
  long seal(String path) throws IOException;

  /**
   * Takes a lock that is held until it is closed or its process is dead.
   *
   * @return the lock, or nothing when a living process, this one included, has it
   */
  Optional<DriverLock> tryLock(String path) throws IOException;

  /**
   * Whether a living process, this one included, holds a lock. Where the storage can, this needs no
   * permission but to read, and writes nothing.
   */
  default boolean isLocked(String path) throws IOException {
    Optional<DriverLock> free = tryLock(path);
    if (free.isPresent()) {
      free.get().close();
    }
    return free.isEmpty();
  }

  /** Deletes a file; it is no error when there is none. */
  void delete(String path) throws IOException;

  /** A file that only grows. Not safe for several threads. */
  interface AppendFile extends AutoCloseable {
    /** Adds bytes; they are durable only after {@link #force}. */
    void write(byte[] bytes, int offset, int length) throws IOException;

    /**
     * Returns when all that was written is durable.
     *
     * @throws FencedException when the file was {@link #seal sealed} by another driver
     */
    void force() throws IOException;

    @Override
    void close() throws IOException;
  }

  /** Held for as long as the driver lives. */
  interface DriverLock extends AutoCloseable {
    /** Whether another driver is known to have taken the lock from its owner. */
    default boolean lost() {
      return false;
    }

    @Override
    void close() throws IOException;
  }
}
