package org.attune.cluster.trial;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.resource.ResourceInformation;
import org.attune.api.trial.TrialContext;
import org.attune.cluster.spark.SparkVersion;
import org.attune.model.engine.DeviceLease;

/**
 * The GPU share that a trial may use: its slot's lease, or the GPU that Spark assigned to its task.
 */
final class LeasedGpu {

  private static final String RESOURCE = "gpu";
  private static final String AMOUNT = "spark.task.resource.gpu.amount";

  private LeasedGpu() {}

  /** A trial's GPU: that of its slot, or of the task that this thread runs. */
  static Optional<DeviceLease> of(TrialContext trial) {
    List<String> leased = trial.gpus().addresses();
    return leased.isEmpty()
        ? ofThisTask()
        : Optional.of(new DeviceLease(leased.get(0), trial.gpus().share()));
  }

  /** The GPU share of the task that this thread runs; empty when it has none. */
  static Optional<DeviceLease> ofThisTask() {
    TaskContext task = SparkVersion.isHere() ? TaskContext.get() : null;
    return task == null
        ? Optional.empty()
        : of(task.resourcesJMap(), SparkEnv.get().conf().getDouble(AMOUNT, 1));
  }

  /**
   * The first address: a GPU of the executor's machine, by a number, a UUID or a PCI address.
   *
   * @param amount number of GPUs per task; below 1, several tasks share a GPU
   */
  static Optional<DeviceLease> of(Map<String, ResourceInformation> resources, double amount) {
    ResourceInformation gpu = resources.get(RESOURCE);
    return gpu == null || gpu.addresses().length == 0
        ? Optional.empty()
        : Optional.of(new DeviceLease(gpu.addresses()[0], Math.min(1, amount)));
  }
}
