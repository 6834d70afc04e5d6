package org.attune.cluster.table;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import org.attune.api.storage.DamagedFileException;
import org.attune.api.storage.Storage;
import org.attune.sweeps.journal.CurrentTables;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.store.Digest;
import org.attune.sweeps.store.SweepLayout;
import org.attune.sweeps.store.UnsafeFileException;
import org.attune.sweeps.store.WholeFile;

/**
 * Finds the current manifest: the last one that the latest epoch's driver published. Until that
 * driver publishes, it is the manifest that was current when the epoch began.
 *
 * <p>A driver of an older epoch can change neither. The reader never lists data folders.
 *
 * @param storage the sweep's directory
 */
public record ManifestReader(Storage storage) {

  /** Whether the directory holds a sweep, published or not. */
  public boolean isSweep() throws IOException {
    return SweepLayout.holdsSweep(storage);
  }

  /**
   * Reads the current manifest; empty when no driver has published yet.
   *
   * @throws FileNotFoundException when the directory holds no sweep
   * @throws DamagedFileException when the files that name the current tables are damaged or lost
   */
  public Optional<Manifest> read() throws IOException {
    Optional<CurrentTables> current = SweepJournal.tablesInForce(storage);
    if (current.isEmpty()) {
      if (!isSweep()) {
        throw new FileNotFoundException(
            "Cannot read %s: it holds no sweep".formatted(storage.describe()));
      }
      return Optional.empty();
    }
    return Optional.of(read(storage, current.get()));
  }

  /**
   * Reads a manifest.
   *
   * @throws DamagedFileException when it is missing, or its hash does not match
   */
  static Manifest read(Storage storage, CurrentTables current) throws IOException {
    String path = current.manifest();
    if (!TablePaths.isManifest(path)) {
      throw new UnsafeFileException(
          "Cannot read the tables of %s: '%s' is not a manifest's path"
              .formatted(storage.describe(), path));
    }
    byte[] json;
    try {
      json = WholeFile.read(storage, path);
    } catch (FileNotFoundException lost) {
      throw new DamagedFileException(storage, path, "is missing");
    }
    if (current.sha256().isPresent() && !Digest.of(json).sha256().equals(current.sha256().get())) {
      throw new DamagedFileException(storage, path, "is damaged, or of another sweep");
    }
    return Manifest.decode(json, storage.describe() + "/" + path);
  }
}
