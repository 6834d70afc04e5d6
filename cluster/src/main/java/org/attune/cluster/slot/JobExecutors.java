package org.attune.cluster.slot;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import scala.collection.JavaConverters;

/** Knows which executors the jobs of a group have run on, and tells when one of them is gone. */
final class JobExecutors extends SparkListener {

  private static final String GROUP = "spark.jobGroup.id";

  private final Consumer<String> onLost;
  private final Map<Integer, String> groups = new ConcurrentHashMap<>(); // by stage
  private final Map<String, Set<String>> executors = new ConcurrentHashMap<>(); // by group

  /**
   * @param onLost takes the group, on a thread of Spark's
   */
  JobExecutors(Consumer<String> onLost) {
    this.onLost = onLost;
  }

  @Override
  public void onJobStart(SparkListenerJobStart job) {
    String group = job.properties() == null ? null : job.properties().getProperty(GROUP);
    if (group != null) {
      JavaConverters.seqAsJavaList(job.stageInfos())
          .forEach(stage -> groups.put(stage.stageId(), group));
    }
  }

  @Override
  public void onTaskStart(SparkListenerTaskStart task) {
    String group = groups.get(task.stageId());
    if (group != null) {
      executors
          .computeIfAbsent(group, g -> ConcurrentHashMap.newKeySet())
          .add(task.taskInfo().executorId());
    }
  }

  @Override
  public void onExecutorRemoved(SparkListenerExecutorRemoved event) {
    executors.forEach(
        (group, of) -> {
          if (of.remove(event.executorId())) {
            onLost.accept(group);
          }
        });
  }

  /** A group runs nothing any more. */
  void forget(String group) {
    executors.remove(group);
    groups.values().removeIf(group::equals);
  }
}
