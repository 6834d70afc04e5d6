package org.attune.cluster.slot;

import org.attune.cluster.spark.NumberTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A slot as a task of a Spark job; its result is the failure, empty on success. */
final class SlotTask extends NumberTask {
  private static final long serialVersionUID = 3L;
  private static final Logger LOG = LoggerFactory.getLogger(SlotTask.class);

  private final Slot slot;
  private final boolean alone;

  /**
   * @param alone whether it is its job's only task. A failed task ends its job, so a task with
   *     others returns its failure instead
   */
  SlotTask(Slot slot, boolean alone) {
    this.slot = slot;
    this.alone = alone;
  }

  @Override
  protected String serve(long number) throws Exception {
    try {
      slot.serve(number);
      return "";
    } catch (Exception failure) {
      if (alone) {
        throw failure;
      }
      LOG.warn("A slot ended", failure);
      return failure.toString();
    }
  }
}
