package org.attune.cluster.averaging;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaSparkContext;
import org.attune.api.trial.Cause;
import org.attune.api.trial.Gpus;
import org.attune.api.trial.TrialContext;
import org.attune.api.trial.TrialException;
import org.attune.cluster.slot.SpreadWork;
import org.attune.cluster.trial.Averaging;
import org.attune.cluster.trial.ModelTraining;
import org.attune.cluster.trial.UserData;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Trains a model in one slot or on several workers, as the trial's configuration says.
 *
 * @param training the training of one configuration
 */
public record ClusterTraining(ModelTraining training) implements SpreadWork {

  private static final Logger LOG = LoggerFactory.getLogger(ClusterTraining.class);

  /** Trains on the user's data if present, else on data that the task generates. */
  public static ClusterTraining on(Optional<UserData> data) {
    return new ClusterTraining(ModelTraining.on(data));
  }

  @Override
  public int workers(TrialContext trial) {
    return Averaging.of(trial.configuration()).map(Averaging::workers).orElse(0);
  }

  @Override
  public Result run(TrialContext trial, Reporter reporter) throws Exception {
    return training.run(trial, reporter);
  }

  @Override
  public Optional<String> unusable() {
    return training.unusable();
  }

  @Override
  public Optional<String> unusable(Gpus gpus) {
    return training.unusable(gpus);
  }

  /**
   * {@inheritDoc}
   *
   * <p>The driver validates, reports and averages; workers generate their data and train.
   */
  @Override
  public Result spread(JavaSparkContext spark, TrialContext trial, Reporter reporter)
      throws Exception {
    Averaging averaging = Averaging.of(trial.configuration()).orElseThrow();
    Share share = new Share(trial, averaging.workers(), training);
    try (AveragedSteps steps = new AveragedSteps(spark, averaging, share)) {
      Result result = training.run(trial, reporter, Optional.of(steps));
      Map<String, String> facts = new HashMap<>(result.facts());
      facts.put("workers", String.valueOf(averaging.workers()));
      return new Result(result.metrics(), facts);
    } catch (Exception e) {
      throw told(e);
    }
  }

  /**
   * The exception that a worker threw; else an infrastructure failure, since the job lost its
   * workers.
   */
  static Exception told(Exception failure) {
    if (!((Object) failure instanceof SparkException)) {
      return failure;
    }
    if (failure.getCause() instanceof Exception thrown) {
      return thrown;
    }
    if (failure.getCause() instanceof OutOfMemoryError) {
      return new TrialException(Cause.OUT_OF_MEMORY, failure.getCause().getMessage(), failure);
    }
    LOG.warn("A trial on several workers lost one", failure);
    return new TrialException(
        Cause.INFRASTRUCTURE, "a worker was lost; the driver's log has Spark's reason", failure);
  }
}
