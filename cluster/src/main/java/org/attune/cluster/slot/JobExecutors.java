package org.attune.cluster.slot;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskStart;

/** Tracks the executors that ran the jobs of a group, and reports when one of them is lost. */
final class JobExecutors extends SparkListener {

  private static final String GROUP = "spark.jobGroup.id";

  private final Consumer<String> onLost;
  private final Map<Integer, String> groups = new ConcurrentHashMap<>(); // by stage
  private final Map<String, Set<String>> executors = new ConcurrentHashMap<>(); // by group

  /**
   * @param onLost receives the group whose executor is lost, on one of Spark's threads
   */
  JobExecutors(Consumer<String> onLost) {
    this.onLost = onLost;
  }

  @Override
  public void onStageSubmitted(SparkListenerStageSubmitted stage) {
    String group = stage.properties() == null ? null : stage.properties().getProperty(GROUP);
    if (group != null) {
      groups.put(stage.stageInfo().stageId(), group);
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
        (group, ofGroup) -> {
          if (ofGroup.remove(event.executorId())) {
            onLost.accept(group);
          }
        });
  }

  /** Forgets a group that no longer runs anything. */
  void forget(String group) {
    executors.remove(group);
    groups.values().removeIf(group::equals);
  }
}
