package org.attune.cluster.trial;

import java.util.Map;
import java.util.OptionalInt;
import org.apache.spark.TaskContext;
import org.apache.spark.resource.ResourceInformation;

/**
 * The GPU that Spark has given to a task: with {@code spark.task.resource.gpu.amount}, a share of
 * one that several tasks of an executor may have.
 */
final class LeasedGpu {

  private static final String RESOURCE = "gpu";

  private LeasedGpu() {}

  /** The number of the GPU of the task that this thread runs; empty where it has none. */
  static OptionalInt ofThisTask() {
    TaskContext task = TaskContext.get();
    return task == null ? OptionalInt.empty() : of(task.resourcesJMap());
  }

  /** The first address, where it is a number: a card of the executor's machine. */
  static OptionalInt of(Map<String, ResourceInformation> resources) {
    ResourceInformation gpu = resources.get(RESOURCE);
    if (gpu == null || gpu.addresses().length == 0 || !gpu.addresses()[0].matches("\\d{1,4}")) {
      return OptionalInt.empty();
    }
    return OptionalInt.of(Integer.parseInt(gpu.addresses()[0]));
  }
}
