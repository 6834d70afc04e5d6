package org.attune.sweeps.lab;

import java.io.IOException;
import java.util.List;

/** Reads the entries of a ledger: of a lab's, or of a copy. */
public interface LedgerReader {

  /**
   * The entries so far.
   *
   * @throws IOException with the entry's number if one is missing or cannot be read
   */
  Entries read() throws IOException;

  /** What is wrong with the ledger: an entry that cannot be read, or {@link Entries#problems}. */
  default List<String> problems() {
    try {
      return read().problems();
    } catch (IOException broken) {
      return List.of(broken.getMessage());
    }
  }
}
