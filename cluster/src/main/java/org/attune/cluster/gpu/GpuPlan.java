package org.attune.cluster.gpu;

import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.resource.ResourceInformation;
import org.attune.api.trial.Gpus;

/**
 * The GPUs that the slots of a run get.
 *
 * @param perSlot whole GPUs, or a share of one; 0 for none
 * @param local addresses of this machine's GPUs, if the slots run in the driver's process and lease
 *     them; empty if Spark assigns GPUs to the slots' tasks
 */
public record GpuPlan(double perSlot, List<String> local) implements Serializable {

  /** A plan for slots that use processors only. */
  public static final GpuPlan NONE = new GpuPlan(0, List.of());

  /** Spark's name of GPUs in {@code spark.task.resource.gpu.amount}. */
  private static final String RESOURCE = "gpu";

  public GpuPlan {
    local = List.copyOf(local);
  }

  /**
   * Leases GPUs to the calling task until it closes the lease. Waits while other drivers on this
   * machine hold all GPUs.
   *
   * @throws IOException when the locks cannot be reached
   */
  public GpuLease lease() throws IOException, InterruptedException {
    if (perSlot == 0) {
      return GpuLease.of(Gpus.NONE);
    }
    if (!local.isEmpty()) {
      return LocalGpus.shared().lease(local, perSlot);
    }
    ResourceInformation given = TaskContext.get().resourcesJMap().get(RESOURCE);
    if (given == null) {
      throw new IllegalStateException(
          "Spark gave this task no GPU: spark.task.resource.gpu.amount is not " + perSlot);
    }
    return GpuLease.of(new Gpus(List.of(given.addresses()), Math.min(1, perSlot)));
  }
}
