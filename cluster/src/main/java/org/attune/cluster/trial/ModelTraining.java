package org.attune.cluster.trial;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import org.attune.api.Checkpoints;
import org.attune.api.Content;
import org.attune.api.Start;
import org.attune.api.catalog.Configuration;
import org.attune.api.trial.Cause;
import org.attune.api.trial.Gpus;
import org.attune.api.trial.TrialContext;
import org.attune.api.trial.TrialException;
import org.attune.api.trial.TrialWork;
import org.attune.model.engine.Natives;
import org.attune.model.layer.Training;
import org.attune.model.task.DataOpener;
import org.attune.model.train.CheckpointException;
import org.attune.model.train.Placement;
import org.attune.model.train.Stepper;
import org.attune.model.train.TrainingOutcome;
import org.attune.model.train.TrialTrainer;
import org.attune.sweeps.event.Provenance;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Trains the model that a trial's configuration describes. */
public final class ModelTraining implements TrialWork {

  private static final Logger LOG = LoggerFactory.getLogger(ModelTraining.class);

  private final @Nullable UserData data; // no Optional, which Spark could not send

  private ModelTraining(@Nullable UserData data) {
    this.data = data;
  }

  /**
   * Trains on the user's data if present, else on data that the task generates.
   *
   * @param data that every executor can read
   */
  public static ModelTraining on(Optional<UserData> data) {
    return new ModelTraining(data.orElse(null));
  }

  @Override
  public Result run(TrialContext trial, Reporter reporter) throws Exception {
    return run(trial, reporter, Optional.empty());
  }

  /** Runs a trial like {@link #run(TrialContext, Reporter)}, with the stepper's steps if given. */
  public Result run(TrialContext trial, Reporter reporter, Optional<Stepper> stepper)
      throws Exception {
    Natives.selectFastest();
    Natives.useThreads(trial.threads());
    Checkpoints checkpoints = reporter.checkpoints();
    try {
      return run(trial, reporter, new AttemptCheckpoints(checkpoints, false), stepper);
    } catch (CheckpointException spoiled) {
      if (!checkpoints.start().own()) {
        throw new TrialException(Cause.TRIAL_FAULT, spoiled.getMessage(), spoiled);
      }
      LOG.warn(
          "Trial {} begins anew: {} cannot be read", trial.trial(), checkpoints.start(), spoiled);
      return run(trial, reporter, new AttemptCheckpoints(checkpoints, true), stepper);
    }
  }

  private Result run(
      TrialContext trial, Reporter reporter, Checkpoints checkpoints, Optional<Stepper> stepper)
      throws Exception {
    Reports reports =
        new Reports(
            trial.trial(),
            reporter,
            new Configuration(trial.configuration()).integer(Training.STEPS));
    try {
      TrialTrainer trainer =
          TrialTrainer.of(trial.configuration(), trial.seed(), opener())
              .judgedOn(trial.heldOut())
              .from(checkpoints);
      trainer =
          stepper.isPresent() ? trainer.steppedBy(stepper.get()) : trainer.on(LeasedGpu.of(trial));
      TrainingOutcome outcome = trainer.train(reports);
      if (reports.stop.isPresent() && outcome.stopped()) {
        throw reports.stop.get(); // a stop at the last report ended nothing
      }
      return new Result(
          ModelSize.added(outcome.metrics(), TrialCatalog.costOf(trial.configuration())),
          Map.of(
              Provenance.DATA_HASH, outcome.dataHash(), Provenance.DEVICE, device(trial, outcome)));
    } catch (RuntimeException e) {
      throw Causes.of(e);
    }
  }

  @Override
  public Optional<String> unusable() {
    return Placement.lost();
  }

  @Override
  public Optional<String> unusable(Gpus gpus) {
    return gpus.addresses().stream().findFirst().flatMap(Placement::lost);
  }

  /** The device that computed, and the leased GPUs that stayed idle. */
  private static String device(TrialContext trial, TrainingOutcome outcome) {
    boolean idle = !trial.gpus().addresses().isEmpty() && outcome.device().startsWith("cpu");
    return idle ? outcome.device() + ", " + trial.gpus().device() + " leased" : outcome.device();
  }

  /** Opens the user's data; {@link DataOpener#NONE} when there is none. */
  public DataOpener opener() {
    return data == null ? DataOpener.NONE : data;
  }

  /** Passes metrics to the reporter, and records the driver's request to stop. */
  private static final class Reports implements org.attune.model.train.Reporter {
    private final String trial;
    private final Reporter reporter;
    private final long steps; // of the whole training
    private Optional<StoppedException> stop = Optional.empty();

    Reports(String trial, Reporter reporter, long steps) {
      this.trial = trial;
      this.reporter = reporter;
      this.steps = steps;
    }

    @Override
    public void note(String sentence) {
      LOG.warn("Trial {}: {}", trial, sentence);
    }

    @Override
    public boolean report(long step, Map<String, Double> metrics) {
      try {
        if (step < steps) {
          reporter.reportAndAwait(step, metrics);
        } else {
          reporter.report(step, metrics);
        }
        return true;
      } catch (StoppedException e) {
        stop = Optional.of(e);
        return false;
      }
    }
  }

  /** The attempt's checkpoints; if {@code anew}, the training starts at step 0 all the same. */
  private record AttemptCheckpoints(Checkpoints checkpoints, boolean anew) implements Checkpoints {

    @Override
    public Optional<InputStream> open() throws IOException {
      try {
        return anew ? Optional.empty() : checkpoints.open();
      } catch (FileNotFoundException gone) {
        throw new CheckpointException("There is no checkpoint " + checkpoints.start().path(), gone);
      }
    }

    @Override
    public Start start() {
      return checkpoints.start();
    }

    @Override
    public boolean due(long step) {
      return checkpoints.due(step);
    }

    @Override
    public boolean dueAtEnd() {
      return checkpoints.dueAtEnd();
    }

    @Override
    public void save(long step, Content state) {
      checkpoints.save(step, state);
    }

    @Override
    public void saveAtEnd(long step, Content state) {
      checkpoints.saveAtEnd(step, state);
    }
  }
}
