package org.attune.model.task;

import java.util.List;

/** Examples for evaluation that a network is not trained on. */
public interface HeldOut {

  /**
   * Returns the validation batches. They are the same at each call, and for all cells of a
   * replicate. {@link Examples#heldOut} says which replicates share them. A task that only measures
   * operators and learns nothing always draws them by seed; its replicates would not differ
   * otherwise.
   */
  List<Batch> validation(int size);

  /** Returns the measures that a task adds to the loss, a new object for each validation. */
  default Metrics metrics() {
    return Metrics.NONE;
  }
}
