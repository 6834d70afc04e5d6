package org.attune.cluster.table;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.store.Storage;
import org.attune.sweeps.store.SweepLayout;

/**
 * Finds the manifest in force: what the latest epoch's driver published last or, until it has
 * published, what was in force when that epoch began.
 *
 * <p>A driver of an older epoch can change neither. Data folders are never listed.
 */
public final class ManifestReader {
  private final Storage storage;

  public ManifestReader(Storage storage) {
    this.storage = storage;
  }

  /** Whether the directory holds a sweep, published or not. */
  public boolean isSweep() throws IOException {
    return SweepLayout.holdsSweep(storage);
  }

  /**
   * Reads the manifest in force, or nothing when no driver has published yet.
   *
   * @throws FileNotFoundException when the directory holds no sweep
   */
  public Optional<Manifest> read() throws IOException {
    Optional<String> path = SweepJournal.manifestInForce(storage);
    if (path.isEmpty()) {
      if (!isSweep()) {
        throw new FileNotFoundException(
            "Cannot read %s: it holds no sweep".formatted(storage.describe()));
      }
      return Optional.empty();
    }
    try (InputStream in = storage.open(path.get())) {
      String where = storage.describe() + "/" + path.get();
      return Optional.of(Manifest.decode(in.readAllBytes(), where));
    }
  }
}
