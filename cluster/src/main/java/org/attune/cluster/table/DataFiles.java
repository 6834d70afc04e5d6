package org.attune.cluster.table;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.attune.api.storage.DamagedFileException;
import org.attune.api.storage.Storage;
import org.attune.cluster.table.Manifest.TableFile;
import org.attune.sweeps.store.Digest;
import org.attune.sweeps.store.WholeFile;

/**
 * Checks that the files that a manifest names have the content that the manifest states.
 *
 * <p>After a successful {@link #require check}, this process does not read the file again until its
 * length or its time changes.
 */
public final class DataFiles {

  /** Successfully checked files, by directory and path. */
  private static final Map<String, Checked> KNOWN = new ConcurrentHashMap<>();

  private static final int MOST_KNOWN = 100_000;

  /** The stamp at which a file's content had a digest. */
  private record Checked(Storage.Stamp stamp, Digest digest) {}

  private DataFiles() {}

  /**
   * Checks that a file is unchanged since it was written.
   *
   * @throws DamagedFileException when it is missing, changed, or of another sweep
   */
  public static void require(Storage storage, TableFile file) throws IOException {
    Optional<Digest> expected = file.digest();
    String key = storage.describe() + "/" + file.path();
    Optional<Storage.Stamp> stamp = stamp(storage, file);
    if (stamp.isPresent() && stamp.get().bytes() != file.bytes()) {
      throw otherLength(storage, file, stamp.get().bytes());
    }
    if (expected.isEmpty()) {
      return;
    }
    boolean known =
        stamp.isPresent() && new Checked(stamp.get(), expected.get()).equals(KNOWN.get(key));
    if (known) {
      return;
    }
    try (InputStream in = storage.open(file.path())) {
      require(storage, file, Digest.of(in));
    } catch (FileNotFoundException lost) {
      throw missing(storage, file);
    }
    if (stamp.isPresent()) {
      if (KNOWN.size() >= MOST_KNOWN) {
        KNOWN.clear();
      }
      KNOWN.put(key, new Checked(stamp.get(), expected.get()));
    }
  }

  /**
   * Reads a whole file, and checks it.
   *
   * @throws DamagedFileException when it is missing, changed, or of another sweep
   */
  static byte[] read(Storage storage, TableFile file) throws IOException {
    Optional<Storage.Stamp> stamp = stamp(storage, file);
    if (stamp.isPresent() && stamp.get().bytes() != file.bytes()) {
      throw otherLength(storage, file, stamp.get().bytes());
    }
    try {
      byte[] content = WholeFile.read(storage, file.path(), most(storage, file));
      require(storage, file, Digest.of(content));
      return content;
    } catch (FileNotFoundException lost) {
      throw missing(storage, file);
    }
  }

  /** A file that the manifest says is large is not damaged; memory may be too small for it. */
  private static int most(Storage storage, TableFile file) throws IOException {
    long most = Math.min(Integer.MAX_VALUE - 8, Runtime.getRuntime().maxMemory() / 2);
    if (file.bytes() > most) {
      throw new IOException(
          "Cannot read %s: its %,d bytes do not fit into half of this process's memory; give it more"
              .formatted(storage.describe() + "/" + file.path(), file.bytes()));
    }
    return (int) Math.max(file.bytes(), WholeFile.mostInMemory());
  }

  private static Optional<Storage.Stamp> stamp(Storage storage, TableFile file) throws IOException {
    try {
      return storage.stamp(file.path());
    } catch (FileNotFoundException lost) {
      throw missing(storage, file);
    }
  }

  private static void require(Storage storage, TableFile file, Digest found) throws IOException {
    if (found.bytes() != file.bytes()) {
      throw otherLength(storage, file, found.bytes());
    }
    if (file.digest().isPresent() && !file.digest().get().equals(found)) {
      throw new DamagedFileException(
          storage, file.path(), "is not what was written: it was changed, or is of another sweep");
    }
  }

  private static DamagedFileException otherLength(Storage storage, TableFile file, long bytes) {
    return new DamagedFileException(
        storage, file.path(), "has %d bytes and had %d".formatted(bytes, file.bytes()));
  }

  private static DamagedFileException missing(Storage storage, TableFile file) {
    return new DamagedFileException(storage, file.path(), "is missing");
  }
}
