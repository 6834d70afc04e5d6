package org.attune.sweeps.journal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;
import org.attune.sweeps.event.Event;

/**
 * The payload of a frame with several events: one byte {@link #MARK}, the length of what was
 * compressed (4 bytes), and the compressed events. Before compression, each event is its length (4)
 * and its JSON. Events of one write resemble each other, so they take a fraction of their size.
 */
final class EventGroup {

  /** No JSON begins with it. */
  private static final byte MARK = 1;

  private static final int HEADER_BYTES = 1 + Integer.BYTES;
  private static final int LEVEL = 3; // a higher one saves little here, and takes twice as long

  private EventGroup() {}

  /**
   * Reads a frame's payload: one event, or a group.
   *
   * @param to receives the events, in order
   * @throws IOException if it is neither
   */
  static void readFrame(byte[] bytes, int offset, int length, List<Event> to) throws IOException {
    if (length > HEADER_BYTES && bytes[offset] == MARK) {
      read(bytes, offset, length, to);
    } else {
      to.add(EventCodec.read(bytes, offset, length));
    }
  }

  /** Writes a group. */
  static void write(byte[] events, int length, ByteArrayOutputStream out) throws IOException {
    out.write(MARK);
    out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(length).array());
    Deflater deflater = new Deflater(LEVEL, true);
    try (DeflaterOutputStream to = new DeflaterOutputStream(out, deflater, 1 << 13)) {
      to.write(events, 0, length);
    } finally {
      deflater.end();
    }
  }

  private static void read(byte[] bytes, int offset, int length, List<Event> to)
      throws IOException {
    byte[] events = inflated(bytes, offset, length);
    ByteBuffer in = ByteBuffer.wrap(events);
    while (in.remaining() >= Integer.BYTES) {
      int size = in.getInt();
      if (size < 0 || size > in.remaining()) {
        throw new IOException("Cannot read a group of events: one has " + size + " bytes");
      }
      to.add(EventCodec.read(events, in.position(), size));
      in.position(in.position() + size);
    }
  }

  private static byte[] inflated(byte[] bytes, int offset, int length) throws IOException {
    int size = ByteBuffer.wrap(bytes).getInt(offset + 1);
    if (size < 0 || size > EventCodec.MAX_BYTES) {
      throw new IOException("Cannot read a group of events of " + size + " bytes");
    }
    byte[] events = new byte[size];
    Inflater inflater = new Inflater(true);
    ByteArrayInputStream compressed =
        new ByteArrayInputStream(bytes, offset + HEADER_BYTES, length - HEADER_BYTES);
    try (InputStream in = new InflaterInputStream(compressed, inflater, 1 << 13)) {
      if (in.readNBytes(events, 0, size) < size) {
        throw new EOFException("it ends early");
      }
      return events;
    } catch (EOFException | ZipException damaged) {
      throw new IOException("Cannot read a group of events: " + damaged.getMessage(), damaged);
    } finally {
      inflater.end();
    }
  }
}
