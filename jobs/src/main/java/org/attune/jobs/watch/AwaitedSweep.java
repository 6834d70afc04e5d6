package org.attune.jobs.watch;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.apache.commons.lang3.function.FailableRunnable;
import org.attune.api.storage.ShellWord;
import org.attune.api.storage.Storage;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.TimeText;
import org.attune.jobs.sweep.FollowedSweep;
import org.attune.jobs.sweep.MissingDirectory;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.store.SweepLayout;

/**
 * A sweep whose run may just have been started. A run starts Spark before it writes to its
 * directory; that takes seconds, on a cluster minutes.
 *
 * @param patience how long to wait for the run to begin
 */
record AwaitedSweep(String directory, Duration patience) {

  /**
   * Returns once the sweep has begun, or when patience runs out. Returns at once if the directory
   * holds anything: no run starts a sweep beside other files.
   *
   * @param pause between two looks
   * @throws InputException if a folder above the directory is missing, as in a mistyped path
   */
  void await(FollowedSweep sweep, FailableRunnable<InterruptedException> pause)
      throws IOException, InterruptedException {
    Storage storage = Sweeps.storage(directory);
    if (patience.compareTo(Duration.ZERO) <= 0 || !SweepLayout.isFree(storage)) {
      return;
    }
    Optional<MissingDirectory> missing = MissingDirectory.of(directory, storage);
    if (missing.isPresent() && !isMadeByRun(missing.get())) {
      throw new InputException(missing.get().describe());
    }
    System.err.printf(
        "no sweep is in %s yet; waiting up to %s for its driver to start (Ctrl-C ends)%s%n",
        ShellWord.path(directory),
        TimeText.of(patience),
        missing.isPresent() ? missing.get().hint() : "");
    long end = System.nanoTime() + patience.toNanos();
    while (!begun(sweep) && System.nanoTime() < end) {
      pause.run();
    }
  }

  /** Whether all folders above it exist, or all but the one that runs use where none is named. */
  private static boolean isMadeByRun(MissingDirectory missing) {
    Path topmost = missing.topmost();
    return topmost.equals(missing.path())
        || topmost.endsWith(RunsList.USUAL) && topmost.equals(missing.path().getParent());
  }

  /** A driver makes its directory a moment before the journal says which sweep it is. */
  private static boolean begun(FollowedSweep sweep) throws IOException {
    try {
      sweep.look();
      return true;
    } catch (InputException notYet) {
      return false;
    }
  }
}
