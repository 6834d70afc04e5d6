package org.attune.jobs.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.api.search.Trial;
import org.attune.jobs.console.InputException;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.CorruptJournalException;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.store.SweepLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code watch}, {@code stop}, {@code retry} and the page of {@code report} look at. */
class TestFollowedSweep {

  private static final SweepHeader HEADER =
      new SweepHeader(
          "sample-1",
          "sample",
          "sweep: sample\n",
          7,
          8,
          new Objective("loss", Objective.Goal.MINIMIZE),
          2,
          1,
          new TreeMap<>());

  @TempDir Path directory;

  private static Event suggested(int index) {
    Configuration cell = new Configuration(Map.of("rate", Integer.toString(index)));
    return new Event.Suggested(Trial.of(index, cell, 0, 0), 0, Instant.EPOCH);
  }

  /** A first event that is unreadable since the first look is not read again. */
  @Test
  void aSecondLookReadsOnlyWhatIsNew() throws IOException {
    FollowedSweep sweep = FollowedSweep.in(directory.toString());
    try (SweepJournal journal = SweepJournal.open(new LocalStorage(directory), HEADER, false)) {
      journal.append(suggested(0)).join();
      assertThat(sweep.look().counts().pending()).isEqualTo(1);
      Path file = directory.resolve(SweepLayout.journal(1));
      try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
        bytes.seek(40);
        bytes.write(0);
      }
      journal.append(suggested(1)).join();

      assertThat(sweep.look().counts().pending()).isEqualTo(2);
      assertThatThrownBy(() -> Sweeps.read(directory.toString()))
          .isInstanceOf(CorruptJournalException.class);
    }
  }

  @Test
  void aDirectoryWithoutASweepIsReported() {
    FollowedSweep sweep = FollowedSweep.in(directory.toString());

    assertThatThrownBy(sweep::look).isInstanceOf(InputException.class);
  }
}
