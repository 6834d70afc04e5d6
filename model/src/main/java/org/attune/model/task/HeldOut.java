package org.attune.model.task;

import java.util.List;

/** Examples that a network is measured on and not trained on. */
public interface HeldOut {

  /** The batches validated on: the same for every seed of a task's data. */
  List<Batch> validation(int size);

  /** Measures a task adds to the loss; a fresh one for each validation. */
  default Metrics metrics() {
    return Metrics.NONE;
  }
}
