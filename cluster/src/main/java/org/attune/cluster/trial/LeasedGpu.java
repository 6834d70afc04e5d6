package org.attune.cluster.trial;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.spark.TaskContext;
import org.apache.spark.resource.ResourceInformation;
import org.attune.sweeps.trial.TrialContext;

/**
 * The GPU that Spark has given to a task: with {@code spark.task.resource.gpu.amount}, a share of
 * one that several tasks of an executor may have.
 */
final class LeasedGpu {

  private static final String RESOURCE = "gpu";

  private LeasedGpu() {}

  /** A trial's GPU: that of its slot, or of the task that this thread runs. */
  static OptionalInt of(TrialContext trial) {
    List<String> leased = trial.gpus().addresses();
    return leased.isEmpty() ? ofThisTask() : number(leased.get(0));
  }

  /** The number of the GPU of the task that this thread runs; empty where it has none. */
  static OptionalInt ofThisTask() {
    TaskContext task = TaskContext.get();
    return task == null ? OptionalInt.empty() : of(task.resourcesJMap());
  }

  /** The first address, where it is a number: a card of the executor's machine. */
  static OptionalInt of(Map<String, ResourceInformation> resources) {
    ResourceInformation gpu = resources.get(RESOURCE);
    return gpu == null || gpu.addresses().length == 0
        ? OptionalInt.empty()
        : number(gpu.addresses()[0]);
  }

  private static OptionalInt number(String address) {
    return address.matches("\\d{1,4}")
        ? OptionalInt.of(Integer.parseInt(address))
        : OptionalInt.empty();
  }
}
