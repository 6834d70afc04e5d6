package org.attune.sweeps.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.attune.sweeps.search.Trial;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TestJournalReader {

  private static final int EVENTS = 5;

  private final List<Integer> ends = new ArrayList<>();
  private byte[] file;

  @BeforeEach
  void write() throws IOException {
    Trial trial = Events.trial(0, 0);
    Frames frames = new Frames();
    for (int step = 1; step <= EVENTS; step++) {
      frames.add(Events.measured(trial, 1, step, step));
      ends.add(frames.size());
    }
    file = frames.toByteArray();
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
  void ignoresWhatLiesBeyondTheSealedLength() throws IOException {
    assertThat(read(file, ends.get(2))).hasSize(3);
    assertThat(read(file, ends.get(2) + 3)).hasSize(3);
  }

  @Test
  void refusesAnyFlippedByteBeforeTheLastEvent() {
    for (int at = 0; at < ends.get(EVENTS - 2); at++) {
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
            "test.log is damaged at byte %d: event 2 is not readable, and event 3 follows at byte %d; restore it from a copy, or start the sweep in another directory"
                .formatted(ends.get(1), ends.get(2)));
  }

  @Test
  void endsAtATornLastEvent() throws IOException {
    byte[] torn = file.clone();
    torn[file.length - 1] ^= 1;

    assertThat(read(torn, Long.MAX_VALUE)).hasSize(EVENTS - 1);
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
    JournalReader.read("test.log", new ByteArrayInputStream(bytes), limit, events::add);
    return events;
  }
}
