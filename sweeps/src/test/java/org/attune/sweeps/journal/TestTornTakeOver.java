package org.attune.sweeps.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.attune.api.search.Trial;
import org.attune.api.storage.Storage;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.store.SweepLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A driver takes over while the other one is in the middle of a write. */
class TestTornTakeOver {

  private static final SweepHeader HEADER = Events.header("sweep: sample\nreplicates: 1\n");

  @TempDir Path directory;
  private boolean torn;

  /**
   * The reader met the frame half written, and the bytes after it whole: it had read as many bytes
   * as the seal then counted, but had not applied the frame.
   */
  @Test
  void whatWasAcknowledgedBetweenTwoReadsCounts() throws IOException {
    LocalStorage storage = new LocalStorage(directory);
    Trial trial = Events.trial(0, 0);
    try (SweepJournal first = SweepJournal.open(storage, HEADER, false)) {
      first.append(Events.suggested(trial)).join();
    }
    Path journal = directory.resolve(SweepLayout.journal(1));
    try (FileChannel file = FileChannel.open(journal, StandardOpenOption.WRITE)) {
      file.truncate(withoutMark(Files.readAllBytes(journal)));
      long cut = file.size() - 1;
      Storage racing = JournalReads.through(in -> torn ? in : new Torn(in, cut), storage);

      try (SweepJournal taker = SweepJournal.open(racing, HEADER, true)) {
        assertThat(torn).isTrue();
        assertThat(taker.state().view().trials())
            .singleElement()
            .satisfies(there -> assertThat(there.trial().id()).isEqualTo(trial.id()));
        assertThat(taker.lost()).isEmpty();
      }
    }
  }

  /**
   * The length without the mark that tells what was durable, which the writer may have left out.
   */
  private static long withoutMark(byte[] journal) {
    int last = journal.length - Frames.HEADER_BYTES;
    return JournalReader.whole(journal, last, 0, 9) ? last : journal.length;
  }

  /** Ends where the file ended a moment before, until a reader has noticed. */
  private final class Torn extends FilterInputStream {

    private long left;
    private int ends = 2; // a buffer asks once more

    Torn(InputStream in, long left) {
      super(in);
      this.left = left;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      if (torn) {
        return in.read(into, offset, length);
      }
      if (left == 0) {
        torn = --ends == 0;
        return -1;
      }
      int count = in.read(into, offset, (int) Math.min(length, left));
      left -= Math.max(0, count);
      return count;
    }
  }
}
