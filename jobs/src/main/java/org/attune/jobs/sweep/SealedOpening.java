package org.attune.jobs.sweep;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.attune.api.storage.Storage;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SteadyClock;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.verdict.Reproduction;

/** Counts in a sweep's journal that verdicts of its sealed split were shown. */
public final class SealedOpening {

  private SealedOpening() {}

  /**
   * Journals the opening, unless the journal has it. Warns where the journal cannot be written, as
   * in a directory that may only be read.
   *
   * @param table the judged claims, about to be shown
   */
  public static void count(Storage storage, SweepView sweep, Reproduction table)
      throws InterruptedException {
    Set<String> opened = new LinkedHashSet<>(table.openings());
    opened.removeAll(sweep.openings());
    if (opened.isEmpty()) {
      return;
    }
    try (SweepJournal journal = SweepJournal.open(storage, sweep.header(), false, event -> {})) {
      for (String seen : opened) {
        journal.append(new Event.Unsealed(seen, SteadyClock.ofProcess().instant())).get();
      }
    } catch (IOException | ExecutionException uncounted) {
      System.err.printf(
          "warning: cannot count in the journal that the sealed split was opened: %s%n",
          String.valueOf(uncounted.getMessage()).lines().findFirst().orElse(""));
    }
  }
}
