package org.attune.sweeps.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.attune.api.storage.Storage.AppendFile;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.store.SweepLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events that one write puts into a journal together. */
class TestEventGroup {

  private static final int TRIALS = 400; // several full groups

  @TempDir Path directory;

  private static final class Disk extends ByteArrayOutputStream implements AppendFile {
    @Override
    public void force() {}

    @Override
    public void close() {}
  }

  private static List<Event> events(int first, int end) {
    List<Event> events = new ArrayList<>();
    for (int i = first; i < end; i++) {
      events.add(Events.suggested(Events.trial(i, 0)));
      events.add(Events.startedFully(Events.trial(i, 0), 1));
      events.add(Events.measured(Events.trial(i, 0), 1, i, 0.1 * i));
    }
    return events;
  }

  private static byte[] together(List<Event> events) throws IOException {
    Frames frames = new Frames();
    Disk disk = new Disk();
    frames.add(events.iterator());
    frames.drainTo(disk);
    return disk.toByteArray();
  }

  private static byte[] oneByOne(List<Event> events) throws IOException {
    Frames frames = new Frames();
    Disk disk = new Disk();
    for (Event event : events) {
      frames.add(event);
    }
    frames.drainTo(disk);
    return disk.toByteArray();
  }

  private static List<Event> read(byte[] bytes) throws IOException {
    List<Event> events = new ArrayList<>();
    JournalReader.read(
        "test.log", () -> new ByteArrayInputStream(bytes), Long.MAX_VALUE, events::add);
    return events;
  }

  @Test
  void comesBackInOrder() throws IOException {
    List<Event> events = events(0, TRIALS);

    assertThat(read(together(events))).isEqualTo(events);
  }

  @Test
  void takesAFifthOfTheBytes() throws IOException {
    List<Event> events = events(0, TRIALS);

    assertThat(together(events).length).isLessThan(oneByOne(events).length / 5);
  }

  @Test
  void aFewSmallEventsStayReadableByEye() throws IOException {
    List<Event> few = List.of(Events.measured(Events.trial(0, 0), 1, 1, 1), events(1, 2).get(2));

    assertThat(together(few)).isEqualTo(oneByOne(few));
  }

  /** Wherever a power loss cuts it, whole groups before the cut are read and nothing else. */
  @Test
  void isReadWholeOrNotAtAll() throws IOException {
    List<Event> events = events(0, TRIALS);
    byte[] file = together(events);
    List<Integer> ends = new ArrayList<>(List.of(0));
    for (int length = 0; length < file.length; length += 101) {
      List<Event> seen = read(Arrays.copyOf(file, length));
      assertThat(seen).isEqualTo(events.subList(0, seen.size()));
      if (seen.size() > ends.get(ends.size() - 1)) {
        ends.add(seen.size());
      }
    }
    assertThat(ends).hasSizeBetween(3, 20);
  }

  /** As 0.1.0 wrote journals. */
  @Test
  void aFileWithoutGroupsIsRead() throws IOException {
    List<Event> events = events(0, TRIALS);
    byte[] file = oneByOne(events);
    System.arraycopy(Frames.MAGIC_WITHOUT_GROUPS, 0, file, 0, Frames.MAGIC_WITHOUT_GROUPS.length);

    assertThat(read(file)).isEqualTo(events);
  }

  @Test
  void aFileOfALaterVersionIsRefused() throws IOException {
    byte[] file = together(events(0, TRIALS));
    file[Frames.MAGIC.length - 1]++;

    assertThatThrownBy(() -> read(file))
        .isInstanceOf(CorruptJournalException.class)
        .hasMessageContaining("it does not begin as a journal of this version");
  }

  /** A damaged byte costs its own group. */
  @Test
  void whatIsIntactIsSalvaged() throws IOException {
    List<Event> events = events(0, TRIALS);
    byte[] file = together(events);
    file[file.length / 2] ^= 1;
    Path journal = directory.resolve(SweepLayout.journal(1));
    Files.createDirectories(journal.getParent());
    Files.write(journal, file);

    List<Event> found = Salvage.of(new LocalStorage(directory)).events();

    assertThat(events).containsSubsequence(found);
    assertThat(found).hasSizeBetween(events.size() / 3, events.size() - 1);
    assertThat(found).endsWith(events.get(events.size() - 1));
  }

  @Test
  void bytesThatAreNoGroupAreRefused() {
    byte[] longer = {1, 0, 0, 1, 0, 3, 0};
    byte[] huge = {1, 127, 0, 0, 0, 3, 0};

    assertThatThrownBy(() -> EventGroup.readFrame(longer, 0, longer.length, new ArrayList<>()))
        .isInstanceOf(IOException.class)
        .hasMessage("Cannot read a group of events: it ends early");
    assertThatThrownBy(() -> EventGroup.readFrame(huge, 0, huge.length, new ArrayList<>()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Cannot read a group of events of ");
  }
}
