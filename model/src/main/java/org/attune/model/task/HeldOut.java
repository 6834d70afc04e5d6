package org.attune.model.task;

import java.util.List;

/** Examples for evaluation that a network is not trained on. */
public interface HeldOut {

  /**
   * Returns the validation batches. They are the same at each call, and for every seed of a task's
   * data. A task that only measures operators and learns nothing draws them by seed; its replicates
   * would not differ otherwise.
   */
  List<Batch> validation(int size);

  /** Returns the measures that a task adds to the loss, a new object for each validation. */
  default Metrics metrics() {
    return Metrics.NONE;
  }
}
