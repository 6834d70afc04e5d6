package org.attune.jobs.run;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.attune.api.storage.Storage;
import org.attune.jobs.sweep.Workload;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SteadyClock;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.verdict.StatedWhen;

/**
 * What a sweep's directory keeps of the claims in the sweep file: the file, and when each claim was
 * first stated.
 */
public record StatedClaims(Workload workload, Storage storage) {

  /** Journals the time at which each claim was first stated, and keeps the sweep file. */
  public void state(SweepJournal journal) throws IOException, InterruptedException {
    copy();
    List<String> claims = StatedWhen.unstated(workload.spec(), journal.state().view());
    if (!claims.isEmpty()) {
      try {
        journal.append(new Event.Stated(claims, SteadyClock.ofProcess().instant())).get();
      } catch (ExecutionException failed) {
        throw new IOException("Cannot write the journal in " + storage.describe(), failed);
      }
    }
  }

  /**
   * Journals claims that the file has added to a finished sweep, and returns the sweep. Where that
   * is impossible, since the directory may only be read or has another driver, the claims count as
   * stated after the results, as they do once they are journalled.
   */
  SweepView over(SweepView over, SweepHeader header) throws InterruptedException {
    try {
      if (StatedWhen.unstated(workload.spec(), over).isEmpty()) {
        copy();
        return over;
      }
      try (SweepJournal journal = SweepJournal.open(storage, header, false, event -> {})) {
        state(journal);
        return journal.state().view();
      }
    } catch (IOException notWritten) {
      return over;
    }
  }

  private void copy() throws IOException {
    if (workload.copy().isPresent()) {
      workload.copy().get().write(storage);
    }
  }
}
