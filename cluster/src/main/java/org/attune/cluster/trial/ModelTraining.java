package org.attune.cluster.trial;

import java.util.Map;
import java.util.Optional;
import org.attune.cluster.slot.SlotReply.Assignment;
import org.attune.cluster.slot.TrialException;
import org.attune.cluster.slot.TrialWork;
import org.attune.model.Natives;
import org.attune.model.task.DataOpener;
import org.attune.model.train.DivergenceException;
import org.attune.model.train.Outcome;
import org.attune.model.train.TrialTrainer;
import org.attune.sweeps.state.Cause;
import org.attune.sweeps.table.Provenance;

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
  public Result run(Assignment trial, Reporter reporter) throws Exception {
    Natives.selectFastest();
    Natives.useThreads(trial.threads());
    Reports reports = new Reports(reporter);
    try {
      Outcome outcome =
          TrialTrainer.train(trial.configuration(), trial.seed(), opener(), reports::take);
      if (reports.stop != null) {
        throw reports.stop;
      }
      return new Result(outcome.metrics(), Map.of(Provenance.DATA_HASH, outcome.dataHash()));
    } catch (DivergenceException e) {
      throw new TrialException(Cause.DIVERGENCE, e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new TrialException(Cause.TRIAL_FAULT, e.getMessage(), e);
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
