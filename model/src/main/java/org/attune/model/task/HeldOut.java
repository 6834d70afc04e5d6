package org.attune.model.task;

import java.util.List;

/** Examples that a network is measured on and not trained on. */
public interface HeldOut {

  /**
   * The batches validated on: the same each time, and for every seed of a task's data. Only where
   * operators are measured and nothing is learned does each seed have a draw of its own: replicates
   * would not differ otherwise.
   */
  List<Batch> validation(int size);

  /** Measures a task adds to the loss; a fresh one for each validation. */
  default Metrics metrics() {
    return Metrics.NONE;
  }
}
