package org.attune.sweeps.journal;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Reads the events of one journal file.
 *
 * <p>A frame that is not whole, with no whole frame after it, is what a crash leaves of a write
 * that nobody was told about: it ends the file. With a whole frame after it, it is damage.
 */
final class JournalReader {

  private static final int BUFFER_BYTES = 1 << 18;

  private final String name;
  private final InputStream in;
  private long remaining;
  private long offset;
  private long sequence;

  private JournalReader(String name, InputStream in, long limit) {
    this.name = name;
    this.in = in;
    this.remaining = limit;
  }

  /**
   * Reads events in order.
   *
   * @param name of the file, for messages
   * @param in from the file's start; is closed
   * @param limit bytes to read at most: what lies beyond is not the sweep's
   */
  static void read(String name, InputStream in, long limit, Consumer<Event> events)
      throws IOException {
    try (InputStream buffered = new BufferedInputStream(in, BUFFER_BYTES)) {
      new JournalReader(name, buffered, limit).readAll(events);
    }
  }

  private void readAll(Consumer<Event> events) throws IOException {
    byte[] magic = take(Frames.MAGIC.length);
    if (!Arrays.equals(magic, 0, magic.length, Frames.MAGIC, 0, magic.length)) {
      throw new CorruptJournalException(name, 0, "it does not begin as a journal of this version");
    }
    offset = magic.length;
    while (true) {
      byte[] frame = take(Frames.HEADER_BYTES);
      if (frame.length == 0) {
        return;
      }
      if (frame.length == Frames.HEADER_BYTES && plausible(Frames.length(frame, 0))) {
        byte[] payload = take(Frames.length(frame, 0));
        frame = concatenate(frame, payload);
      }
      if (!whole(frame, 0, sequence, sequence)) {
        refuseUnlessTorn(concatenate(frame, take(Integer.MAX_VALUE - frame.length - 64)));
        return;
      }
      events.accept(decode(frame));
      offset += frame.length;
      sequence++;
    }
  }

  private Event decode(byte[] frame) throws IOException {
    try {
      return EventCodec.read(Arrays.copyOfRange(frame, Frames.HEADER_BYTES, frame.length));
    } catch (IOException | RuntimeException unreadable) {
      throw new CorruptJournalException(name, offset, unreadable.getMessage());
    }
  }

  private void refuseUnlessTorn(byte[] rest) throws IOException {
    long last = sequence + rest.length / Frames.HEADER_BYTES;
    for (int start = 0; start + Frames.HEADER_BYTES <= rest.length; start++) {
      if (whole(rest, start, 0, last)) {
        throw new CorruptJournalException(
            name,
            offset,
            "event %d is not readable, and event %d follows at byte %d"
                .formatted(sequence, Frames.sequence(rest, start), offset + start));
      }
    }
  }

  private static boolean whole(byte[] bytes, int start, long firstSequence, long lastSequence) {
    if (bytes.length - start < Frames.HEADER_BYTES) {
      return false;
    }
    int length = Frames.length(bytes, start);
    long sequence = Frames.sequence(bytes, start);
    return plausible(length)
        && length <= bytes.length - start - Frames.HEADER_BYTES
        && sequence >= firstSequence
        && sequence <= lastSequence
        && Frames.intact(bytes, start, length);
  }

  private static boolean plausible(int length) {
    return length > 0 && length <= Frames.MAX_PAYLOAD;
  }

  private byte[] take(int most) throws IOException {
    byte[] bytes = in.readNBytes((int) Math.min(most, remaining));
    remaining -= bytes.length;
    return bytes;
  }

  private static byte[] concatenate(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }
}
