package org.attune.sweeps.store;

import java.io.IOException;
import java.io.InputStream;
import org.attune.api.storage.DamagedFileException;
import org.attune.api.storage.Storage;

/**
 * Reads a file of a sweep's directory into memory. A file that is longer than any that Attune
 * writes there is damaged, or was made to fill the memory.
 */
public final class WholeFile {

  /** More than any record, manifest or request has. */
  private static final int MOST = 64 << 20;

  private WholeFile() {}

  /**
   * Reads a file to its end.
   *
   * @throws java.io.FileNotFoundException if there is none
   * @throws DamagedFileException if it is too long
   */
  public static byte[] read(Storage storage, String path) throws IOException {
    return read(storage, path, MOST);
  }

  /**
   * Reads a file to its end.
   *
   * @param most the most bytes that it may have
   */
  public static byte[] read(Storage storage, String path, int most) throws IOException {
    try (InputStream in = storage.open(path)) {
      byte[] content = in.readNBytes(most);
      if (content.length == most && in.read() >= 0) {
        throw new DamagedFileException(
            storage,
            path,
            "has more than "
                + most
                + " bytes, and "
                + (most > MOST
                    ? "this process has no memory for it"
                    : "Attune writes none so long"));
      }
      return content;
    }
  }

  /** The most bytes of one file that this process can hold beside what it makes of them. */
  public static int mostInMemory() {
    return (int) Math.min(Integer.MAX_VALUE - 8, Runtime.getRuntime().maxMemory() / 4);
  }
}
