package org.attune.cluster.slot;

import java.util.function.Consumer;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;

/**
 * Tells of executors that are gone.
 *
 * <p>A task that was lost with its worker is no failure to Spark, which queues it again, behind the
 * slots that hold the cores that are left; and these would wait for its trial.
 */
final class LostExecutors extends SparkListener {

  private final Consumer<String> onLost;

  /**
   * @param onLost takes the executor's id, on a thread of Spark's
   */
  LostExecutors(Consumer<String> onLost) {
    this.onLost = onLost;
  }

  @Override
  public void onExecutorRemoved(SparkListenerExecutorRemoved event) {
    onLost.accept(event.executorId());
  }
}
