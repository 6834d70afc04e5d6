package org.attune.sweeps.journal;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reads the events of one journal file, during or after its driver's life.
 *
 * <p>A torn frame ends the file if it was never acknowledged as durable. A crash or an active
 * writer leaves such a tail, possibly with holes and intact frames after them. If a later frame
 * says that the torn frame was durable, the file is damaged.
 */
final class JournalReader {

  private static final int BUFFER_BYTES = 1 << 18;

  /** A crash or an active writer leaves no more bytes after the last intact frame. */
  private static final int LONGEST_TAIL = Frames.LONGEST_WRITE;

  /** The most bytes of a tail's possible frames to check: honest tails need about their length. */
  static final long MOST_CHECKED = 1L << 31;

  /** The start of a file whose length survived a power loss while its first page did not. */
  private static final byte[] NEVER_WRITTEN = new byte[Frames.MAGIC.length];

  private final String name;
  private final Source source;
  private final long limit;
  private final EventSink events;
  private InputStream in = InputStream.nullInputStream();
  private long remaining;
  private long offset;
  private long sequence;

  /** Opens a file at its start; may be called repeatedly. */
  interface Source {
    InputStream open() throws IOException;
  }

  /**
   * @param name of the file, for messages
   * @param limit the most bytes to read; bytes beyond it do not belong to the sweep
   */
  JournalReader(String name, Source source, long limit, EventSink events) {
    this.name = name;
    this.source = source;
    this.limit = limit;
    this.events = events;
  }

  /**
   * The extent of a read.
   *
   * @param bytes of the file, up to the limit
   * @param leftOut bytes at the end of them: torn frames that were never acknowledged
   */
  record Extent(long bytes, long leftOut) {}

  /**
   * Reads events in order.
   *
   * @param name of the file, for messages
   * @param limit the most bytes to read; bytes beyond it do not belong to the sweep
   * @throws CorruptJournalException if an acknowledged frame is not intact
   */
  static Extent read(String name, Source source, long limit, EventSink events) throws IOException {
    return new JournalReader(name, source, limit, events).readOn();
  }

  /**
   * Reads the events after those that it has read.
   *
   * @return the extent of all reads together
   * @throws CorruptJournalException if an acknowledged frame is not intact
   */
  Extent readOn() throws IOException {
    long suspect = -1;
    while (true) {
      byte[] rest = readFromOffset();
      Optional<String> damage = damage(rest);
      if (damage.isEmpty()) {
        return new Extent(offset + rest.length, rest.length);
      }
      if (suspect == offset) {
        throw new CorruptJournalException(name, offset, damage.get());
      }
      // The writer may have completed the frame between reading it and reading the bytes after it.
      // Those bytes say that it was durable by then: on rereading, it must be intact.
      suspect = offset;
    }
  }

  /** Reads intact frames from the offset on; returns the bytes after them. */
  private byte[] readFromOffset() throws IOException {
    try (InputStream opened = new BufferedInputStream(source.open(), BUFFER_BYTES)) {
      in = opened;
      in.skipNBytes(offset);
      remaining = limit - offset;
      byte[] magic = offset == 0 ? take(Frames.MAGIC.length) : new byte[0];
      if (Arrays.equals(magic, NEVER_WRITTEN)) {
        return concatenate(magic, tail());
      }
      requireMagic(magic);
      offset += magic.length == Frames.MAGIC.length ? magic.length : 0;
      return offset == 0 ? magic : readFrames();
    }
  }

  private void requireMagic(byte[] magic) throws IOException {
    boolean known =
        Arrays.equals(magic, 0, magic.length, Frames.MAGIC, 0, magic.length)
            || Arrays.equals(magic, 0, magic.length, Frames.MAGIC_WITHOUT_GROUPS, 0, magic.length);
    if (!known) {
      throw new CorruptJournalException(name, 0, "it does not begin as a journal of this version");
    }
  }

  private byte[] readFrames() throws IOException {
    BatchLine line = new BatchLine(events);
    FrameBatch batch = new FrameBatch(name, offset);
    while (true) {
      int start = batch.size();
      int length = readFrame(batch, start);
      if (!whole(batch.bytes(), start, start + length, sequence, sequence)) {
        byte[] torn = Arrays.copyOfRange(batch.bytes(), start, start + length);
        line.end(batch);
        return concatenate(torn, tail());
      }
      batch.add(length);
      offset += length;
      sequence++;
      if (batch.isFull()) {
        line.add(batch);
        batch = new FrameBatch(name, offset);
      }
    }
  }

  /** Reads a frame as far as the file has it; returns the number of bytes. */
  private int readFrame(FrameBatch batch, int start) throws IOException {
    int header = read(batch, start, Frames.HEADER_BYTES);
    if (header < Frames.HEADER_BYTES || !plausible(Frames.length(batch.bytes(), start))) {
      return header;
    }
    return header + read(batch, start + header, Frames.length(batch.bytes(), start));
  }

  private int read(FrameBatch batch, int from, int most) throws IOException {
    int read = batch.read(in, from, (int) Math.min(most, remaining));
    remaining -= read;
    return read;
  }

  /** The damage of a torn frame, if a later frame says that it was durable. */
  private Optional<String> damage(byte[] rest) {
    long last = sequence + rest.length / Frames.HEADER_BYTES;
    long checked = 0;
    for (int start = 0; start + Frames.HEADER_BYTES <= rest.length; start++) {
      if (mayBegin(rest, start, rest.length, sequence, last)) {
        checked += Frames.length(rest, start);
      }
      if (checked > MOST_CHECKED) {
        return Optional.of("the bytes after event %d are not events".formatted(sequence));
      }
      if (whole(rest, start, sequence, last) && Frames.durable(rest, start) > offset) {
        return Optional.of(
            "event %d is not readable, though event %d at byte %d says that it was on the disk"
                .formatted(sequence, Frames.sequence(rest, start), offset + start));
      }
    }
    return Optional.empty();
  }

  /** Whether an intact frame is here, with a sequence number in the range and its whole payload. */
  static boolean whole(byte[] bytes, int start, long firstSequence, long lastSequence) {
    return whole(bytes, start, bytes.length, firstSequence, lastSequence);
  }

  private static boolean whole(
      byte[] bytes, int start, int end, long firstSequence, long lastSequence) {
    return mayBegin(bytes, start, end, firstSequence, lastSequence)
        && Frames.intact(bytes, start, Frames.length(bytes, start));
  }

  /** Whether the header of a frame may be here: its checksum is not looked at. */
  static boolean mayBegin(byte[] bytes, int start, int end, long firstSequence, long lastSequence) {
    if (end - start < Frames.HEADER_BYTES) {
      return false;
    }
    int length = Frames.length(bytes, start);
    long sequence = Frames.sequence(bytes, start);
    return plausible(length)
        && length <= end - start - Frames.HEADER_BYTES
        && sequence >= firstSequence
        && sequence <= lastSequence;
  }

  private static boolean plausible(int length) {
    return length >= 0 && length <= EventCodec.MAX_BYTES;
  }

  /** The bytes after the last intact frame. */
  private byte[] tail() throws IOException {
    byte[] tail = take(LONGEST_TAIL);
    boolean full = tail.length == LONGEST_TAIL; // else the file ended, and may have grown since
    if (full && remaining > 0 && in.read() >= 0) {
      throw new CorruptJournalException(
          name,
          offset,
          "event %d is not readable, and more than %,d bytes follow"
              .formatted(sequence, LONGEST_TAIL));
    }
    return tail;
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
