package org.attune.sweeps.journal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.attune.sweeps.store.Storage.AppendFile;

/**
 * Encodes events as frames, which a reader can tell from garbage.
 *
 * <p>A frame is the payload's length (4 bytes), CRC32C of what follows (4), sequence number from 0
 * (8) and payload; integers are big-endian. A file begins with {@link #MAGIC}.
 */
final class Frames extends ByteArrayOutputStream {

  /** "ATTUNEJ" and the format's version. */
  static final byte[] MAGIC = {'A', 'T', 'T', 'U', 'N', 'E', 'J', 1};

  static final int HEADER_BYTES = 16;

  private static final int CHECKSUM_OFFSET = 4;
  private static final int SEQUENCE_OFFSET = 8;

  /** Longer lengths are damage, not events. */
  static final int MAX_PAYLOAD = 64 << 20;

  private final CRC32C checksum = new CRC32C();
  private long sequence;

  Frames() {
    super(1 << 16);
    writeBytes(MAGIC);
  }

  /** Adds an event to what is to be written; on failure nothing is added. */
  void add(Event event) throws IOException {
    int start = count;
    try {
      writeBytes(new byte[HEADER_BYTES]);
      EventCodec.write(event, this);
      int length = count - start - HEADER_BYTES;
      if (length > MAX_PAYLOAD) {
        throw new IOException(
            "Cannot journal an event of %d bytes: at most %d".formatted(length, MAX_PAYLOAD));
      }
      ByteBuffer header = ByteBuffer.wrap(buf, start, HEADER_BYTES);
      header.putInt(length).putInt(0).putLong(sequence);
      checksum.reset();
      checksum.update(buf, start + SEQUENCE_OFFSET, length + HEADER_BYTES - SEQUENCE_OFFSET);
      ByteBuffer.wrap(buf).putInt(start + CHECKSUM_OFFSET, (int) checksum.getValue());
      sequence++;
    } catch (IOException | RuntimeException failed) {
      count = start;
      throw failed;
    }
  }

  /** Moves everything into a file. */
  void drainTo(AppendFile file) throws IOException {
    file.write(buf, 0, count);
    reset();
  }

  /** Whether a frame's checksum is that of its sequence number and payload. */
  static boolean intact(byte[] bytes, int start, int payloadLength) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, start + SEQUENCE_OFFSET, payloadLength + HEADER_BYTES - SEQUENCE_OFFSET);
    return (int) checksum.getValue() == ByteBuffer.wrap(bytes).getInt(start + CHECKSUM_OFFSET);
  }

  static int length(byte[] bytes, int start) {
    return ByteBuffer.wrap(bytes).getInt(start);
  }

  static long sequence(byte[] bytes, int start) {
    return ByteBuffer.wrap(bytes).getLong(start + SEQUENCE_OFFSET);
  }
}
