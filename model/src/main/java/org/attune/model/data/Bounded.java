package org.attune.model.data;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Reads whole files up to a size limit. */
final class Bounded {

  private static final int GZIP = 0x8B1F; // the first two bytes, low one first

  private Bounded() {}

  /**
   * Reads all bytes.
   *
   * @throws DataException if there are none, or more than the limit
   */
  static byte[] read(InputStream in, String file, int limit) throws IOException {
    byte[] all = in.readNBytes(limit);
    if (all.length == 0) {
      throw new DataException(file, "", "it is empty");
    }
    if (all.length == limit && in.read() >= 0) {
      throw new DataException(
          file, "byte " + limit, "the file goes on; this is the largest size that is read");
    }
    return all;
  }

  /**
   * Reads all bytes, and unpacks them if gzip packed them.
   *
   * @param ratio maximum number of unpacked bytes per packed byte
   */
  static byte[] unpacked(InputStream in, String file, int limit, int ratio) throws IOException {
    byte[] packed = read(in, file, limit);
    boolean gzip = packed.length > 1 && ((packed[0] & 0xFF) | (packed[1] & 0xFF) << 8) == GZIP;
    if (!gzip) {
      return packed;
    }
    int most = (int) Math.min(limit, (long) packed.length * ratio);
    try (InputStream unpacking = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      byte[] all = unpacking.readNBytes(most);
      if (all.length == most && unpacking.read() >= 0) {
        throw new DataException(
            file, "byte " + most + " unpacked", "it unpacks to more than is allowed");
      }
      return all;
    } catch (EOFException e) {
      throw new DataException(
          file, "byte " + packed.length, "it ends within its gzip data: the file is cut off");
    } catch (ZipException e) {
      throw new DataException(file, "", "its gzip data is damaged: " + e.getMessage());
    }
  }
}
