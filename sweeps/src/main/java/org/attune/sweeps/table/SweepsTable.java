package org.attune.sweeps.table;

import static org.attune.sweeps.table.Column.Type.DOUBLE;
import static org.attune.sweeps.table.Column.Type.LONG;
import static org.attune.sweeps.table.Column.Type.STRING;
import static org.attune.sweeps.table.Column.Type.STRING_MAP;
import static org.attune.sweeps.table.Column.Type.TIMESTAMP;

import java.util.Optional;
import org.attune.sweeps.event.DataFile;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.state.SweepPhase;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;

/** The columns of {@code sweeps}. */
final class SweepsTable {

  static final Table<SweepView> TABLE =
      Table.<SweepView>of("sweeps", "one row for each sweep")
          .with("sweep_id", STRING, sweep -> sweep.header().sweepId())
          .says("the sweep: its name and 8 random digits, so that no two runs share it")
          .with("sweep", STRING, sweep -> sweep.header().name())
          .says("its name in the sweep file")
          .with("state", STRING, SweepsTable::state)
          .says("running, finished, or stopped before its end")
          .maybe("reason", STRING, SweepView::reason)
          .says("why it ended before all was run, such as a used-up budget")
          .with("spec", STRING, sweep -> sweep.header().specText())
          .says("what the sweep file says, in the one spelling that is hashed")
          .with("spec_hash", STRING, sweep -> sweep.header().specHash())
          .says("SHA-256 of what the sweep file says")
          .with("seed", LONG, sweep -> sweep.header().seed())
          .says("the sweep's seed, from which those of trials come")
          .with("objective_metric", STRING, sweep -> sweep.header().objective().metric())
          .says("the metric that trials are compared by")
          .with("objective_goal", STRING, sweep -> sweep.header().objective().goal().label())
          .says("minimize or maximize")
          .with("threads_per_trial", LONG, sweep -> sweep.header().threadsPerTrial())
          .says("threads", "threads that each trial computes on")
          .with("epoch", LONG, SweepView::epoch)
          .says("how many drivers the sweep has had")
          .with("started_at", TIMESTAMP, SweepView::startedAt)
          .says("when its first driver began")
          .maybe("ended_at", TIMESTAMP, SweepsTable::ended)
          .says("when it was completed or stopped")
          .with("total", LONG, SweepView::total)
          .says("trials", "trials that the sweep has in all")
          .with("finished", LONG, sweep -> sweep.counts().finished())
          .says("trials", "trained to their end")
          .with("running", LONG, sweep -> sweep.counts().running())
          .says("trials", "being trained")
          .with("failed", LONG, sweep -> sweep.counts().failed())
          .says("trials", "given up, see attempts.cause")
          .with("stopped", LONG, sweep -> sweep.counts().stopped())
          .says("trials", "ended early by a stopping rule")
          .with("pending", LONG, SweepView::waiting)
          .says("trials", "not begun, or waiting to be tried again")
          .with("abandoned", LONG, sweep -> sweep.counts().abandoned())
          .says(
              "trials",
              "0: a trial whose attempt was given up counts as pending, see attempts.state")
          .maybe("best_trial_id", STRING, sweep -> best(sweep).map(best -> best.trial().id()))
          .says("the finished trial with the best objective")
          .maybe("best_objective", DOUBLE, sweep -> best(sweep).flatMap(TrialsTable::objective))
          .says("its objective, in the metric's unit")
          .maybe("code_version", STRING, sweep -> fact(sweep, Provenance.CODE_VERSION))
          .says("Attune's git revision, with -dirty where it was changed")
          .maybe("jvm", STRING, sweep -> fact(sweep, Provenance.JVM))
          .says("the driver's Java virtual machine")
          .maybe("os", STRING, sweep -> fact(sweep, Provenance.OS))
          .says("the driver's operating system")
          .maybe("cpu", STRING, sweep -> fact(sweep, Provenance.CPU))
          .says("the driver's processor")
          .maybe("data_file", STRING, sweep -> sweep.header().data().map(DataFile::name))
          .says("the file or folder that --data named")
          .maybe("data_file_hash", STRING, sweep -> sweep.header().data().map(DataFile::hash))
          .says("SHA-256 of its content")
          .with("libraries", STRING_MAP, sweep -> Provenance.libraries(sweep.header().provenance()))
          .says("versions of the libraries that shape numbers");

  private SweepsTable() {}

  /**
   * The state as its driver writes it. A driver that ends its run records that; a driver that dies
   * records nothing.
   */
  private static String state(SweepView sweep) {
    return switch (SweepPhase.of(sweep, sweep.suspended().isEmpty())) {
      case RUNNING -> "running";
      case COMPLETED -> "finished";
      case OUT_OF_BUDGET, INTERRUPTED -> "stopped";
    };
  }

  private static Optional<?> ended(SweepView sweep) {
    return sweep
        .completed()
        .map(Event.Completed::time)
        .or(() -> sweep.suspended().map(Event.Suspended::time));
  }

  private static Optional<TrialStatus> best(SweepView sweep) {
    return sweep.best().filter(trial -> trial.state() == TrialState.FINISHED);
  }

  private static Optional<String> fact(SweepView sweep, String key) {
    return Optional.ofNullable(sweep.header().provenance().get(key));
  }
}
