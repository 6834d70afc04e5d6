package org.attune.sweeps.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;
import org.attune.api.search.Trial;
import org.attune.api.storage.Storage.AppendFile;
import org.attune.sweeps.event.Event;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestJournalReader {

  private static final int EVENTS = 5;

  private final List<Integer> ends = new ArrayList<>();
  private byte[] file;

  @BeforeEach
  void write() throws IOException {
    Trial trial = Events.trial(0, 0);
    Frames frames = new Frames();
    Disk disk = new Disk();
    for (int step = 1; step <= EVENTS; step++) {
      frames.add(Events.measured(trial, 1, step, step));
      frames.drainTo(disk);
      frames.forced();
      ends.add(disk.size());
    }
    frames.addMark();
    frames.drainTo(disk);
    file = disk.toByteArray();
  }

  @Test
  void readsEveryWholeEventOfAFileCutAnywhere() throws IOException {
    for (int length = 0; length <= file.length; length++) {
      int cut = length;
      long whole = ends.stream().filter(end -> end <= cut).count();

      assertThat(read(Arrays.copyOf(file, length), Long.MAX_VALUE)).hasSize((int) whole);
    }
  }

  @Test
  void passesOnALongJournalInItsOrderOnTheCallersThread() throws IOException {
    int events = 12_000; // some batches more than wait in the line
    byte[] many = measured(events).toByteArray();
    Thread caller = Thread.currentThread();
    List<Long> steps = new ArrayList<>();

    JournalReader.read(
        "test.log",
        () -> new ByteArrayInputStream(many),
        Long.MAX_VALUE,
        event -> {
          assertThat(Thread.currentThread()).isSameAs(caller);
          steps.add(((Event.Measured) event).step());
        });

    assertThat(steps).isEqualTo(LongStream.range(0, events).boxed().toList());
  }

  @Test
  void passesOnWhatComesBeforeAnEventThatNobodyKnows() throws IOException {
    int events = 6_000;
    Disk disk = measured(events);
    int offset = disk.size();
    byte[] known = measured(events + 1).toByteArray();
    String later = "{\"event\":\"measurex\"";
    System.arraycopy(later.getBytes(), 0, known, offset + Frames.HEADER_BYTES, later.length());
    CRC32C checksum = new CRC32C();
    checksum.update(known, offset + 8, known.length - offset - 8);
    ByteBuffer.wrap(known).putInt(offset + 4, (int) checksum.getValue());
    List<Event> before = new ArrayList<>();

    assertThatThrownBy(
            () ->
                JournalReader.read(
                    "test.log", () -> new ByteArrayInputStream(known), Long.MAX_VALUE, before::add))
        .isInstanceOf(CorruptJournalException.class)
        .hasMessageContaining("measurex")
        .hasMessageContaining(String.valueOf(offset));
    assertThat(before).hasSize(events);
  }

  @Test
  void endsWhereTheReceiverThrows() throws IOException {
    byte[] many = measured(6_000).toByteArray();
    List<Event> seen = new ArrayList<>();

    assertThatThrownBy(
            () ->
                JournalReader.read(
                    "test.log",
                    () -> new ByteArrayInputStream(many),
                    Long.MAX_VALUE,
                    event -> {
                      seen.add(event);
                      if (seen.size() == 2_000) {
                        throw new IllegalStateException("enough");
                      }
                    }))
        .hasMessage("enough");
    assertThat(seen).hasSize(2_000);
  }

  private static Disk measured(int events) throws IOException {
    Trial trial = Events.trial(0, 0);
    Frames frames = new Frames();
    for (int step = 0; step < events; step++) {
      frames.add(Events.measured(trial, 1, step, step));
    }
    Disk disk = new Disk();
    frames.drainTo(disk);
    return disk;
  }

  @Test
  void ignoresWhatLiesBeyondTheSealedLength() throws IOException {
    assertThat(read(file, ends.get(2))).hasSize(3);
    assertThat(read(file, ends.get(2) + 3)).hasSize(3);
  }

  @Test
  void refusesAnyFlippedByteOfWhatWasAcknowledged() {
    for (int at = 0; at < ends.get(EVENTS - 1); at++) {
      byte[] damaged = file.clone();
      damaged[at] ^= 0x40;

      assertThatThrownBy(() -> read(damaged, Long.MAX_VALUE))
          .as("byte %d", at)
          .isInstanceOf(CorruptJournalException.class)
          .hasMessageContaining("test.log is damaged at byte ");
    }
  }

  @Test
  void namesTheOffsetOfTheDamage() {
    byte[] damaged = file.clone();
    damaged[ends.get(1) + 20] ^= 1;

    assertThatThrownBy(() -> read(damaged, Long.MAX_VALUE))
        .hasMessage(
            "test.log is damaged at byte %d: event 2 is not readable, though event 3 at byte %d says that it was on the disk; restore it from a copy, or run: attune repair test.log"
                .formatted(ends.get(1), ends.get(2)));
  }

  /** A mark, and after it a whole event of the largest size, of which no page reached the disk. */
  @Test
  void leavesOutTheLargestEventThatNobodyWasToldOf() throws IOException {
    byte[] torn = Arrays.copyOf(file, ends.get(EVENTS - 1) + Frames.LONGEST_WRITE);

    assertThat(read(torn, Long.MAX_VALUE)).hasSize(EVENTS);
    assertThat(Frames.LONGEST_WRITE)
        .isGreaterThanOrEqualTo(EventCodec.MAX_BYTES + 2 * Frames.HEADER_BYTES);
  }

  @Test
  void endsAtATornLastEventThatNobodyWasToldOf() throws IOException {
    byte[] torn = Arrays.copyOf(file, ends.get(EVENTS - 1)); // without the mark after it
    torn[torn.length - 1] ^= 1;

    assertThat(read(torn, Long.MAX_VALUE)).hasSize(EVENTS - 1);
  }

  /** Power is lost within a batch that was not forced: any of its pages may be missing. */
  @Test
  void leavesOutAnUnforcedBatchWhicheverOfItsPagesAreLost() throws IOException {
    int page = 512;
    Disk disk = new Disk();
    Frames frames = new Frames();
    addBatch(frames, 1, 20);
    frames.drainTo(disk);
    frames.forced();
    int durable = disk.size();
    addBatch(frames, 21, 60);
    frames.drainTo(disk);
    Random random = new Random(3);
    for (int round = 0; round < 300; round++) {
      byte[] left = disk.toByteArray();
      for (int start = (durable / page + 1) * page; start < left.length; start += page) {
        if (random.nextBoolean()) {
          Arrays.fill(left, start, Math.min(start + page, left.length), (byte) 0);
        }
      }
      List<Event> events = new ArrayList<>();
      JournalReader.Extent read =
          JournalReader.read(
              "test.log", () -> new ByteArrayInputStream(left), Long.MAX_VALUE, events::add);
      assertThat(events).hasSizeBetween(20, 60);
      assertThat(read.bytes()).isEqualTo(left.length);
      assertThat(read.leftOut() > 0).isEqualTo(events.size() < 60);
    }
  }

  @Test
  void leavesOutAFirstBatchThatNeverCameToTheDisk() throws IOException {
    byte[] left = Arrays.copyOf(file, ends.get(EVENTS - 1));
    Arrays.fill(left, 0, ends.get(0), (byte) 0);
    assertThatThrownBy(() -> read(left, Long.MAX_VALUE))
        .isInstanceOf(CorruptJournalException.class);

    assertThat(read(new byte[4096], Long.MAX_VALUE)).isEmpty();
  }

  /** The batch after it was forced later: what is missing was acknowledged. */
  @Test
  void refusesALostPageOfAForcedBatch() throws IOException {
    Disk disk = new Disk();
    Frames frames = new Frames();
    addBatch(frames, 1, 20);
    frames.drainTo(disk);
    frames.forced();
    int end = disk.size();
    addBatch(frames, 21, 21);
    frames.drainTo(disk);
    byte[] left = disk.toByteArray();
    Arrays.fill(left, end - 600, end - 88, (byte) 0);

    assertThatThrownBy(() -> read(left, Long.MAX_VALUE))
        .isInstanceOf(CorruptJournalException.class)
        .hasMessageContaining("though event 20 at byte " + end);
  }

  /** A read sees the beginning of a frame, and then all that came while it was slow. */
  @Test
  void readsAFrameAgainThatWasCompletedMeanwhile() throws IOException {
    for (int seen = ends.get(1) + 1; seen < ends.get(2); seen++) {
      int[] opened = {0};
      int cut = seen;
      List<Event> events = new ArrayList<>();
      JournalReader.read(
          "test.log",
          () -> {
            byte[] bytes = file.clone();
            if (opened[0]++ == 0) {
              Arrays.fill(bytes, cut, ends.get(2), (byte) 0); // not yet there when it was read
            }
            return new ByteArrayInputStream(bytes);
          },
          Long.MAX_VALUE,
          events::add);
      assertThat(events).as("seen up to byte %d", seen).hasSize(EVENTS);
    }
  }

  /** The writer goes on while somebody reads: what comes after an end is the next read's. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void takesWhatIsWrittenWhileItReadsForNoDamage(int ends) throws IOException {
    byte[] many = measured(20).toByteArray();
    int first = measured(10).size();
    List<Event> events = new ArrayList<>();

    JournalReader.read(
        "test.log", () -> new Growing(many, first, ends), Long.MAX_VALUE, events::add);

    assertThat(events).hasSizeBetween(10, 20);
  }

  /** A file that grows once its reader has seen its end a number of times. */
  private static final class Growing extends InputStream {
    private final ByteArrayInputStream before;
    private final ByteArrayInputStream after;
    private int ends;

    Growing(byte[] all, int first, int ends) {
      before = new ByteArrayInputStream(all, 0, first);
      after = new ByteArrayInputStream(all, first, all.length - first);
      this.ends = ends;
    }

    @Override
    public int read() {
      throw new UnsupportedOperationException();
    }

    @Override
    public int read(byte[] to, int offset, int length) {
      int read = before.read(to, offset, length);
      return read >= 0 || ends-- > 0 ? read : after.read(to, offset, length);
    }
  }

  private static void addBatch(Frames frames, int first, int last) throws IOException {
    for (int step = first; step <= last; step++) {
      frames.add(Events.measured(Events.trial(0, 0), 1, step, step));
    }
  }

  private static final class Disk extends ByteArrayOutputStream implements AppendFile {
    @Override
    public void force() {}

    @Override
    public void close() {}
  }

  @Test
  void refusesAMissingEvent() {
    byte[] spliced = Arrays.copyOf(file, ends.get(0) + file.length - ends.get(1));
    System.arraycopy(file, ends.get(1), spliced, ends.get(0), file.length - ends.get(1));

    assertThatThrownBy(() -> read(spliced, Long.MAX_VALUE))
        .isInstanceOf(CorruptJournalException.class);
  }

  private static List<Event> read(byte[] bytes, long limit) throws IOException {
    List<Event> events = new ArrayList<>();
    JournalReader.read("test.log", () -> new ByteArrayInputStream(bytes), limit, events::add);
    return events;
  }
}
