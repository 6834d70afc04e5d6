package org.attune.sweeps.journal;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.attune.sweeps.event.Event;

/** Consecutive frames of a journal in one array, decoded together. */
final class FrameBatch {

  private static final int BYTES = 1 << 17;

  private final String name;
  private final long offset;
  private final List<Event> events = new ArrayList<>();
  private byte[] bytes = new byte[BYTES + (BYTES >> 2)];
  private int[] starts = new int[BYTES >> 7];
  private int frames;
  private int size;
  private Optional<CorruptJournalException> damage = Optional.empty();

  /**
   * @param name of the file, for messages
   * @param offset of the first frame in the file
   */
  FrameBatch(String name, long offset) {
    this.name = name;
    this.offset = offset;
  }

  /**
   * Reads bytes after those that it has.
   *
   * @return fewer than asked for only at the end of the file
   */
  int read(InputStream in, int from, int most) throws IOException {
    if (from + most > bytes.length) {
      bytes = Arrays.copyOf(bytes, from + most);
    }
    return in.readNBytes(bytes, from, most);
  }

  byte[] bytes() {
    return bytes;
  }

  /** The bytes of its frames, and so where the next frame begins. */
  int size() {
    return size;
  }

  boolean isFull() {
    return size >= BYTES;
  }

  /** Takes the bytes after its last frame as the next one, which must be intact. */
  void add(int length) {
    if (length > Frames.HEADER_BYTES) {
      if (frames == starts.length) {
        starts = Arrays.copyOf(starts, 2 * frames);
      }
      starts[frames++] = size;
    }
    size += length;
  }

  /** Decodes its frames up to the first that is not an event; any thread may call it, once. */
  FrameBatch decode() {
    for (int i = 0; i < frames && damage.isEmpty(); i++) {
      int start = starts[i];
      try {
        int payload = start + Frames.HEADER_BYTES;
        EventGroup.readFrame(bytes, payload, Frames.length(bytes, start), events);
      } catch (IOException | RuntimeException unreadable) {
        damage =
            Optional.of(new CorruptJournalException(name, offset + start, unreadable.getMessage()));
      }
    }
    bytes = new byte[0];
    return this;
  }

  /** Passes on the decoded events, then throws what was wrong with the next frame. */
  void passOn(EventSink to) throws IOException {
    for (Event event : events) {
      to.accept(event);
    }
    if (damage.isPresent()) {
      throw damage.get();
    }
  }
}
