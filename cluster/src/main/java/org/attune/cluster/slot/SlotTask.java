package org.attune.cluster.slot;

import java.io.Serializable;
import org.apache.spark.TaskContext;
import org.apache.spark.unsafe.Platform;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction2;

/**
 * A slot as a task of a Spark job; its result is the failure, empty on success. It is a class
 * rather than a lambda. Spark reads the byte code of every lambda, which took a fifth of the time
 * to start a thousand slots.
 */
final class SlotTask extends AbstractFunction2<TaskContext, Iterator<Long>, String>
    implements Serializable {
  private static final long serialVersionUID = 2L;
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
  public String apply(TaskContext context, Iterator<Long> numbers) {
    try {
      slot.serve(numbers.next());
      return "";
    } catch (Exception failure) {
      if (alone) {
        Platform.throwException(failure); // Spark reports it to the driver unwrapped
      }
      LOG.warn("A slot ended", failure);
      return failure.toString();
    }
  }
}
