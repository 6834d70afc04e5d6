package org.attune.sweeps.command;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The bytes read of a file, by which the file is recognized again. The first bytes are kept; of
 * each later block only its checksum is, so that a long file takes little memory.
 */
final class BytesRead {

  private static final int KEPT_BYTES = 1 << 18;
  private static final int BLOCK_BYTES = 1 << 12;

  private byte[] first = {};
  private int[] checksums = {}; // of the whole blocks after the first bytes
  private long length;
  private final CRC32C last = new CRC32C(); // of the begun block

  long length() {
    return length;
  }

  void add(byte[] bytes) {
    int kept = Math.min(bytes.length, KEPT_BYTES - first.length);
    int end = first.length;
    first = Arrays.copyOf(first, end + kept);
    System.arraycopy(bytes, 0, first, end, kept);
    length += kept;
    for (int at = kept; at < bytes.length; ) {
      int more =
          (int) Math.min(bytes.length - at, BLOCK_BYTES - (length - KEPT_BYTES) % BLOCK_BYTES);
      last.update(bytes, at, more);
      at += more;
      length += more;
      if ((length - KEPT_BYTES) % BLOCK_BYTES == 0) {
        int blocks = (int) ((length - KEPT_BYTES) / BLOCK_BYTES);
        if (blocks > checksums.length) {
          checksums = Arrays.copyOf(checksums, 2 * blocks);
        }
        checksums[blocks - 1] = (int) last.getValue();
        last.reset();
      }
    }
  }

  /** Forgets all. */
  void clear() {
    first = new byte[0];
    length = 0;
    last.reset();
  }

  /**
   * Whether a file that is no longer than these bytes begins as they do; the rest of its last block
   * is not looked at.
   */
  boolean beginWith(RandomAccessFile file) throws IOException {
    long size = file.length();
    if (size > length) {
      return false;
    }
    byte[] bytes = new byte[(int) Math.min(size, first.length)];
    file.seek(0);
    file.readFully(bytes);
    if (!Arrays.equals(bytes, 0, bytes.length, first, 0, bytes.length)) {
      return false;
    }
    byte[] block = new byte[BLOCK_BYTES];
    CRC32C checksum = new CRC32C();
    for (int i = 0; i < (size - KEPT_BYTES) / BLOCK_BYTES; i++) {
      file.readFully(block);
      checksum.reset();
      checksum.update(block);
      if ((int) checksum.getValue() != checksums[i]) {
        return false;
      }
    }
    return true;
  }
}
