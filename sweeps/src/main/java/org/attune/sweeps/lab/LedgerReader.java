package org.attune.sweeps.lab;

import java.io.IOException;

/** Reads the entries of a ledger: of a lab's, or of a copy. */
public interface LedgerReader {

  /**
   * The entries so far.
   *
   * @throws IOException with the entry's number if one is missing or cannot be read
   */
  Entries read() throws IOException;
}
