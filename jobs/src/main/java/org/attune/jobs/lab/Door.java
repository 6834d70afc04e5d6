package org.attune.jobs.lab;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.storage.Storage;
import org.attune.cluster.slot.TablePublication;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.sweep.SpecCopy;
import org.attune.sweeps.command.CommandTask;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SteadyClock;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.state.SweepView;

/** The one door to the sealed numbers of a lab's sweep: its journal's record of openings. */
final class Door {

  private Door() {}

  /**
   * Publishes the sweep's tables with its sealed metrics, unless they have them.
   *
   * @param seen what the journal is to record as seen; empty if it has that already
   */
  static void open(Storage storage, SweepView sweep, Optional<String> seen)
      throws IOException, InterruptedException {
    if (!sweep.sealed()) {
      return;
    }
    try (SweepJournal journal = SweepJournal.open(storage, sweep.header(), false, event -> {})) {
      if (seen.isPresent()) {
        journal.append(new Event.Unsealed(seen.get(), SteadyClock.ofProcess().instant())).get();
      }
      TablePublication.publish(storage, journal, catalog(storage));
    } catch (ExecutionException failed) {
      throw new IOException("Cannot write the journal in " + storage.describe(), failed);
    }
  }

  private static AxisCatalog catalog(Storage storage) throws IOException {
    return SpecCopy.read(storage)
        .flatMap(SpecCopy::program)
        .<AxisCatalog>map(CommandTask::catalog)
        .orElseGet(TrialCatalog::new);
  }
}
