package org.attune.cluster.gpu;

import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.resource.ResourceInformation;
import org.attune.sweeps.trial.Gpus;

/**
 * Which GPUs the slots of a run get.
 *
 * @param perSlot whole GPUs, or a share of one; 0 for none
 * @param here addresses of this machine's, where slots are in the driver's process and lease them
 *     themselves; empty where Spark gives them to the slots' tasks
 */
public record GpuPlan(double perSlot, List<String> here) implements Serializable {

  /** Slots on processors. */
  public static final GpuPlan NONE = new GpuPlan(0, List.of());

  /** What Spark calls them in {@code spark.task.resource.gpu.amount}. */
  private static final String RESOURCE = "gpu";

  public GpuPlan {
    here = List.copyOf(here);
  }

  /**
   * What the calling task may use, until it closes it; waits while other drivers on this machine
   * have all there is.
   *
   * @throws IOException when the locks cannot be reached
   */
  public GpuLease lease() throws IOException, InterruptedException {
    if (perSlot == 0) {
      return GpuLease.of(Gpus.NONE);
    }
    if (!here.isEmpty()) {
      return LocalGpus.shared().lease(here, perSlot);
    }
    ResourceInformation given = TaskContext.get().resourcesJMap().get(RESOURCE);
    if (given == null) {
      throw new IllegalStateException(
          "Spark gave this task no GPU: spark.task.resource.gpu.amount is not " + perSlot);
    }
    return GpuLease.of(new Gpus(List.of(given.addresses()), Math.min(1, perSlot)));
  }
}
