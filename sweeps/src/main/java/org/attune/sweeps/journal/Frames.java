package org.attune.sweeps.journal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.zip.CRC32C;
import org.attune.api.storage.Storage.AppendFile;
import org.attune.sweeps.event.Event;

/**
 * Encodes events as frames, which a reader can distinguish from garbage.
 *
 * <p>A frame consists of the payload's length (4 bytes), the CRC32C of the bytes that follow (4),
 * the sequence number from 0 (8), the durable length of the file when the frame was made (8), and
 * the payload: an event, or a group of them ({@link EventGroup}). Integers are big-endian. A file
 * begins with {@link #MAGIC}. A frame without payload is a mark: it only records the durable
 * length. So a reader can separate acknowledged frames, which must be intact, from frames that a
 * crash may have torn.
 */
final class Frames extends ByteArrayOutputStream {

  /** "ATTUNEJ" and the format's version. */
  static final byte[] MAGIC = {'A', 'T', 'T', 'U', 'N', 'E', 'J', 3};

  /** The magic bytes of 0.1.0, which had no groups of events. */
  static final byte[] MAGIC_WITHOUT_GROUPS = {'A', 'T', 'T', 'U', 'N', 'E', 'J', 2};

  static final int HEADER_BYTES = 24;

  private static final int CHECKSUM_OFFSET = 4;
  private static final int SEQUENCE_OFFSET = 8;
  private static final int DURABLE_OFFSET = 16;

  /** Bytes of JSON from which on events of one write are a group, and of a full group. */
  private static final int LEAST_GROUP = 1 << 10;

  private static final int FULL_GROUP = 1 << 16;

  /** Bytes from which on a write takes no further group or event. */
  private static final int LONG_WRITE = 1 << 20;

  /**
   * The most bytes of one write: a long one, and the largest event, or the largest group, with its
   * header. A reader meets no more bytes after the last frame that a crash left whole.
   */
  static final int LONGEST_WRITE = LONG_WRITE + EventCodec.MAX_BYTES + 3 * HEADER_BYTES;

  private final CRC32C checksum = new CRC32C();
  private long sequence;
  private long drained;
  private long durable;

  Frames() {
    super(1 << 16);
    writeBytes(MAGIC);
  }

  /** Encodes an event for the next write; on failure adds nothing. */
  void add(Event event) throws IOException {
    addFrame(() -> EventCodec.write(event, this));
  }

  /**
   * Encodes events for the next write, in as few frames as they fit, and leaves the others where
   * the write would become long.
   *
   * @throws IOException if one cannot be encoded; the events before it may have been added
   */
  void add(Iterator<Event> events) throws IOException {
    Group group = new Group();
    while (count < LONG_WRITE && events.hasNext()) {
      group.add(events.next());
      if (group.size() >= FULL_GROUP) {
        add(group);
        group = new Group();
      }
    }
    add(group);
  }

  /** Events' JSON, each after its length. */
  private static final class Group extends ByteArrayOutputStream {
    private int events;

    void add(Event event) throws IOException {
      int start = count;
      writeBytes(new byte[Integer.BYTES]);
      EventCodec.write(event, this);
      ByteBuffer.wrap(buf).putInt(start, count - start - Integer.BYTES);
      events++;
    }

    byte[] bytes() {
      return buf;
    }
  }

  private void add(Group group) throws IOException {
    if (group.events > 1 && group.size() >= LEAST_GROUP) {
      addFrame(() -> EventGroup.write(group.bytes(), group.size(), this));
      return;
    }
    ByteBuffer in = ByteBuffer.wrap(group.bytes(), 0, group.size());
    while (in.hasRemaining()) {
      int length = in.getInt();
      int at = in.position();
      addFrame(() -> write(group.bytes(), at, length));
      in.position(at + length);
    }
  }

  /** Adds a frame that only records the durable length. */
  void addMark() throws IOException {
    addFrame(() -> {});
  }

  private interface Payload {
    void write() throws IOException;
  }

  private void addFrame(Payload payload) throws IOException {
    int start = count;
    try {
      writeBytes(new byte[HEADER_BYTES]);
      payload.write();
      int length = count - start - HEADER_BYTES;
      if (length > EventCodec.MAX_BYTES) {
        throw new IOException(
            "Cannot journal an event of %d bytes: at most %d"
                .formatted(length, EventCodec.MAX_BYTES));
      }
      ByteBuffer header = ByteBuffer.wrap(buf, start, HEADER_BYTES);
      header.putInt(length).putInt(0).putLong(sequence).putLong(durable);
      checksum.reset();
      checksum.update(buf, start + SEQUENCE_OFFSET, length + HEADER_BYTES - SEQUENCE_OFFSET);
      ByteBuffer.wrap(buf).putInt(start + CHECKSUM_OFFSET, (int) checksum.getValue());
      sequence++;
    } catch (IOException | RuntimeException failed) {
      count = start;
      throw failed;
    }
  }

  /** Moves all encoded frames into a file. */
  void drainTo(AppendFile file) throws IOException {
    file.write(buf, 0, count);
    drained += count;
    reset();
  }

  /** Records that everything moved into the file is durable; later frames contain that length. */
  void forced() {
    durable = drained;
  }

  /** Whether a frame's checksum matches its sequence number and payload. */
  static boolean intact(byte[] bytes, int start, int payloadLength) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, start + SEQUENCE_OFFSET, payloadLength + HEADER_BYTES - SEQUENCE_OFFSET);
    return (int) checksum.getValue() == ByteBuffer.wrap(bytes).getInt(start + CHECKSUM_OFFSET);
  }

  static int length(byte[] bytes, int start) {
    return ByteBuffer.wrap(bytes).getInt(start);
  }

  /** The durable length of the file when a frame was made. */
  static long durable(byte[] bytes, int start) {
    return ByteBuffer.wrap(bytes).getLong(start + DURABLE_OFFSET);
  }

  static long sequence(byte[] bytes, int start) {
    return ByteBuffer.wrap(bytes).getLong(start + SEQUENCE_OFFSET);
  }
}
