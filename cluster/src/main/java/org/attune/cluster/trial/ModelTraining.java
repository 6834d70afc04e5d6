package org.attune.cluster.trial;

import java.util.Map;
import java.util.Optional;
import org.attune.model.Natives;
import org.attune.model.task.DataOpener;
import org.attune.model.train.Outcome;
import org.attune.model.train.TrialTrainer;
import org.attune.sweeps.table.Provenance;
import org.attune.sweeps.trial.TrialContext;
import org.attune.sweeps.trial.TrialWork;

/**
 * A trial is a training of the model that its configuration describes.
 *
 * @param data the user's, as every executor reads it; null for what the task generates
 */
public record ModelTraining(UserData data) implements TrialWork {

  /** On the user's data, or else on what the task generates. */
  public static ModelTraining on(Optional<UserData> data) {
    return new ModelTraining(data.orElse(null));
  }

  @Override
  public Result run(TrialContext trial, Reporter reporter) throws Exception {
    Natives.selectFastest();
    Natives.useThreads(trial.threads());
    Reports reports = new Reports(reporter);
    try {
      Outcome outcome =
          TrialTrainer.train(trial.configuration(), trial.seed(), opener(), reports::take);
      if (reports.stop != null && outcome.stopped()) {
        throw reports.stop; // one that came with the last report has ended nothing
      }
      return new Result(outcome.metrics(), Map.of(Provenance.DATA_HASH, outcome.dataHash()));
    } catch (RuntimeException e) {
      throw Causes.of(e);
    }
  }

  private DataOpener opener() {
    return data == null ? DataOpener.NONE : data;
  }

  /** Passes metrics on, and remembers that the driver wants an end. */
  private static final class Reports {
    private final Reporter reporter;
    private StoppedException stop;

    Reports(Reporter reporter) {
      this.reporter = reporter;
    }

    boolean take(long step, Map<String, Double> metrics) {
      try {
        reporter.report(step, metrics);
        return true;
      } catch (StoppedException e) {
        stop = e;
        return false;
      }
    }
  }
}
