package org.attune.cluster.averaging;

import java.io.IOException;
import java.io.Serializable;
import org.attune.api.catalog.Configuration;
import org.attune.api.trial.TrialContext;
import org.attune.cluster.trial.ModelTraining;
import org.attune.model.layer.Training;
import org.attune.model.task.Examples;
import org.attune.model.task.Tasks;

/**
 * Everything that a worker needs to make its own share of a trial's data. No data goes through the
 * driver.
 *
 * @param trial the trial
 * @param workers number of all workers
 * @param training the training, which knows where the user's files are
 */
public record Share(TrialContext trial, int workers, ModelTraining training)
    implements Serializable {

  /** Identifies the attempt among all attempts that a process may work on. */
  String key() {
    return trial.trial() + "." + trial.attempt();
  }

  /** The trial's configuration. */
  public Configuration settings() {
    return new Configuration(trial.configuration());
  }

  int batch() {
    return settings().integer(Training.BATCH);
  }

  Examples open() throws IOException {
    return Tasks.of(settings()).open(settings(), trial.seed(), training.opener());
  }

  /**
   * The index of the task's batch that a worker trains on at a step. Each batch goes to exactly one
   * worker; a single worker gets all.
   */
  long index(long step, int worker) {
    return step * workers + worker;
  }
}
