package org.attune.jobs.sweep;

import java.io.IOException;
import org.attune.sweeps.journal.JournalFollower;
import org.attune.sweeps.state.SweepView;

/**
 * The sweep in a directory, to be looked at again and again. Each look after the first reads only
 * what the journal has had since. For one thread at a time.
 */
public record FollowedSweep(String directory, JournalFollower follower) {

  /** Follows a sweep; reads nothing yet. */
  public static FollowedSweep in(String directory) {
    return new FollowedSweep(directory, new JournalFollower(Sweeps.storage(directory)));
  }

  /**
   * The sweep's state now. Use it before the next look, which may change it.
   *
   * @throws org.attune.jobs.console.InputException if there is no sweep
   */
  public SweepView look() throws IOException {
    return Sweeps.read(directory, follower::look);
  }
}
