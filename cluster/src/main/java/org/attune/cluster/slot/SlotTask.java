package org.attune.cluster.slot;

import java.io.Serializable;
import org.apache.spark.TaskContext;
import org.apache.spark.unsafe.Platform;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;

/**
 * A slot as the function of a one-task job. A class and no lambda: Spark reads the byte code of
 * every lambda that it is given, which was a fifth of what it takes to start a thousand slots.
 */
final class SlotTask extends AbstractFunction2<TaskContext, Iterator<Long>, BoxedUnit>
    implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Slot slot;

  SlotTask(Slot slot) {
    this.slot = slot;
  }

  @Override
  public BoxedUnit apply(TaskContext context, Iterator<Long> numbers) {
    try {
      slot.serve(numbers.next());
    } catch (Exception failure) {
      Platform.throwException(failure); // as it is: Spark tells the driver of it
    }
    return BoxedUnit.UNIT;
  }
}
