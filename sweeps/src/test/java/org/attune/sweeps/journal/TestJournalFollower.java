package org.attune.sweeps.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.attune.api.search.Trial;
import org.attune.api.storage.DamagedFileException;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.store.SweepLayout;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestJournalFollower {

  private static final SweepHeader HEADER = Events.header("sweep: sample\nreplicates: 1\n");

  @TempDir Path directory;
  private LocalStorage storage;
  private long read; // bytes of journals
  private JournalFollower follower;

  @BeforeEach
  void follow() {
    storage = new LocalStorage(directory);
    follower = new JournalFollower(JournalReads.through(Counted::new, storage));
  }

  @Test
  void aLookReadsOnlyWhatIsNew() throws IOException {
    try (SweepJournal journal = SweepJournal.open(storage, HEADER, false)) {
      for (int i = 0; i < 200; i++) {
        journal.append(Events.suggested(Events.trial(i, 0))).join();
      }
      assertThat(follower.look().counts().pending()).isEqualTo(200);
      assertThat(read).isGreaterThan(20_000);

      read = 0;
      Trial trial = Events.trial(7, 0);
      journal.append(Events.started(trial, 1)).join();
      journal.append(Events.finished(trial, 1, 0.5)).join();
      assertThat(follower.look()).isEqualTo(SweepJournal.read(storage));
      assertThat(follower.look().counts().finished()).isEqualTo(1);
      assertThat(read).isLessThan(2_000);
    }
  }

  @Test
  void anotherDriversEventsAreSeen() throws IOException {
    SweepJournal.open(storage, HEADER, false).close();
    assertThat(follower.look().epoch()).isEqualTo(1);
    try (SweepJournal journal = SweepJournal.open(storage, HEADER, false)) {
      assertThat(follower.look().epoch()).isEqualTo(2);
      journal.append(Events.suggested(Events.trial(0, 0))).join();
      assertThat(follower.look().counts().pending()).isEqualTo(1);
    }
  }

  @Test
  void aJournalThatIsCutMeanwhileIsRefused() throws IOException {
    try (SweepJournal journal = SweepJournal.open(storage, HEADER, false)) {
      journal.append(Events.suggested(Events.trial(0, 0))).join();
    }
    storage.replace(SweepLayout.envelope(1, Events.trial(0, 0).id(), 1), new byte[0]);
    assertThatThrownBy(() -> follower.look()).isInstanceOf(DamagedFileException.class);
    storage.delete(SweepLayout.envelope(1, Events.trial(0, 0).id(), 1));
    assertThat(follower.look().counts().pending()).isEqualTo(1);
    Path journal = directory.resolve(SweepLayout.journal(1));
    try (FileChannel file = FileChannel.open(journal, StandardOpenOption.WRITE)) {
      file.truncate(4);
    }
    assertThatThrownBy(() -> follower.look()).isInstanceOf(IOException.class);
  }

  private final class Counted extends FilterInputStream {
    Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      int count = in.read(into, offset, length);
      read += Math.max(0, count);
      return count;
    }
  }
}
