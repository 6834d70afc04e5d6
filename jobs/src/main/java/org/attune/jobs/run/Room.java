package org.attune.jobs.run;

import java.util.OptionalInt;
import org.attune.cluster.trial.Averaging;
import org.attune.jobs.console.InputException;
import org.attune.jobs.session.Sessions;
import org.attune.sweeps.spec.SweepSpec;

/**
 * How many of a sweep's trials have room at a time.
 *
 * @param spec the sweep
 * @param master the master that Spark runs on
 */
record Room(SweepSpec spec, String master) {

  /**
   * Number of slots: the spec's, else one a core; never more than the trials need.
   *
   * @throws InputException if a trial needs more slots than that, with what to do
   */
  int slots(long trials) {
    int workers = Averaging.mostWorkers(spec);
    requireCores(workers);
    int most = spec.execution().slots().orElse(cores());
    if (workers > most) {
      throw new InputException(
          "execution.mode.workers: %d workers take as many slots at once, and execution.slots allows %d; raise execution.slots to %d or more, or use at most %d workers"
              .formatted(workers, most, workers, most));
    }
    return (int) Math.max(1, Math.min(most, trials * workers));
  }

  private void requireCores(int workers) {
    if (workers > cores()) {
      throw new InputException(
          "execution.mode.workers: %d workers take as many cores at once, and %s has %d; use at most %d workers, or spark-submit with the --master of a cluster that has more cores"
              .formatted(workers, master, cores(), cores()));
    }
  }

  /** A local master's cores; a cluster's are unknown until its executors start. */
  private int cores() {
    return Sessions.isLocal(master) ? Sessions.localSlots(master) : Integer.MAX_VALUE;
  }

  /** A local master runs no more tasks than it has cores, even if the file wants more slots. */
  int atOnce(int slots) {
    return Math.min(slots, cores());
  }

  /** The trials at a time in words, as far as they are known before executors start. */
  String words(int slots) {
    int workers = Averaging.mostWorkers(spec);
    String trial =
        workers > 1 ? "up to %d cores a trial".formatted(workers) : "each on a core of its own";
    if (Sessions.isLocal(master)) {
      int cores = Runtime.getRuntime().availableProcessors();
      return workers > 1
          ? "%s, on %d cores".formatted(trial, cores)
          : "%d at a time on %d cores".formatted(atOnce(slots), cores);
    }
    OptionalInt told = spec.execution().slots();
    String what = workers > 1 ? "cores " : "";
    return told.isPresent() ? "%s, at most %d %sat a time".formatted(trial, slots, what) : trial;
  }
}
