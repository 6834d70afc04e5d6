package org.attune.jobs.sweep;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.attune.api.storage.Storage;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.journal.LivingDriverException;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.paper.Reproduction;
import org.attune.sweeps.state.SweepView;

/** Counts in a sweep's journal that verdicts of its sealed split were shown. */
public final class SealedOpening {

  private SealedOpening() {}

  /**
   * Journals the opening, unless the journal has it.
   *
   * @param table the judged claims, about to be shown
   */
  public static void count(Storage storage, SweepView sweep, Reproduction table)
      throws IOException, InterruptedException {
    Set<String> opened = new LinkedHashSet<>(table.openings());
    opened.removeAll(sweep.openings());
    if (opened.isEmpty()) {
      return;
    }
    try (SweepJournal journal = SweepJournal.open(storage, sweep.header(), false, event -> {})) {
      for (String seen : opened) {
        journal.append(new Event.Unsealed(seen, Instant.now())).get();
      }
    } catch (LivingDriverException | FileSystemException uncounted) {
      System.err.printf(
          "warning: cannot count in the journal that the sealed split was opened: %s%n",
          uncounted.getMessage());
    } catch (ExecutionException failed) {
      throw new IOException("Cannot write the journal in " + storage.describe(), failed);
    }
  }
}
