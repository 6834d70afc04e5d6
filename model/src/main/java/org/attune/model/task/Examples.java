package org.attune.model.task;

import java.util.List;
import java.util.Map;

/** A task's data, ready to be trained on. */
public interface Examples {

  /**
   * The batch of a training step, the same each time it is asked for, in arrays of its own: the
   * trainer closes it.
   */
  Batch training(long step, int size);

  /** The batches validated on: the same for every seed of a task's data. */
  List<Batch> validation(int size);

  /** Measures a task adds to the loss; a fresh one for each validation. */
  default Metrics metrics() {
    return Metrics.NONE;
  }

  /** What chance reaches, by metric name. */
  default Map<String, Double> floors() {
    return Map.of();
  }

  /** A hash of the data, for the record. */
  String fingerprint();
}
