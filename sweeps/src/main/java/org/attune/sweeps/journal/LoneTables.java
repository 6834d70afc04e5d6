package org.attune.sweeps.journal;

import java.io.IOException;
import java.util.Optional;
import java.util.TreeMap;
import org.attune.api.storage.Storage;

/** Tables in a directory without a journal. Readers find them; no driver can resume the sweep. */
public final class LoneTables {

  private LoneTables() {}

  /**
   * Makes a manifest's tables the current ones.
   *
   * @param storage a directory without a sweep
   * @param manifest its path
   * @param sha256 of its content
   * @param events the number of the sweep's events that the tables show
   */
  public static void publish(Storage storage, String manifest, String sha256, long events)
      throws IOException {
    CurrentTables tables = new CurrentTables(manifest, Optional.of(sha256), events);
    new Epoch(1, new TreeMap<>(), Optional.of(tables), Optional.empty(), true).begin(storage);
  }
}
