package org.attune.cluster.slot;

import java.util.function.Consumer;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;

/**
 * Reports lost executors.
 *
 * <p>Spark does not count a task lost with its worker as failed. It queues the task again, behind
 * the slots that hold the remaining cores. These slots would wait for the task's trial.
 */
final class LostExecutors extends SparkListener {

  private final Consumer<String> onLost;

  /**
   * @param onLost receives the executor's id, on one of Spark's threads
   */
  LostExecutors(Consumer<String> onLost) {
    this.onLost = onLost;
  }

  @Override
  public void onExecutorRemoved(SparkListenerExecutorRemoved event) {
    onLost.accept(event.executorId());
  }
}
