package org.attune.cluster.averaging;

import java.io.IOException;
import java.io.Serializable;
import org.attune.cluster.trial.ModelTraining;
import org.attune.model.catalog.Configuration;
import org.attune.model.layer.Training;
import org.attune.model.task.Examples;
import org.attune.model.task.Tasks;
import org.attune.sweeps.trial.TrialContext;

/**
 * What each worker makes its own share of a trial's data from: nothing of it goes through the
 * driver.
 *
 * @param trial the trial
 * @param workers of them all
 * @param training knows where the user's files are
 */
record Share(TrialContext trial, int workers, ModelTraining training) implements Serializable {

  /** Names the attempt among all that a process may work on. */
  String key() {
    return trial.trial() + "." + trial.attempt();
  }

  Configuration settings() {
    return new Configuration(trial.configuration());
  }

  int batch() {
    return settings().integer(Training.BATCH);
  }

  Examples open() throws IOException {
    return Tasks.of(settings()).open(settings(), trial.seed(), training.opener());
  }

  /**
   * Which batch of the task's a worker trains on at a step: each batch is one worker's, and one
   * worker's are all.
   */
  long index(long step, int worker) {
    return step * workers + worker;
  }
}
