package org.attune.jobs.run;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.resource.ResourceInformation;
import org.attune.api.catalog.Configuration;
import org.attune.cluster.gpu.GpuPlan;
import org.attune.cluster.trial.Averaging;
import org.attune.jobs.console.InputException;
import org.attune.jobs.session.Sessions;
import org.attune.jobs.sweep.Workload;
import org.attune.model.cuda.device.CardAddresses;
import org.attune.model.cuda.device.Installation;
import org.attune.model.fusion.Fusion;
import org.attune.model.train.Placement;
import org.attune.sweeps.spec.SweepSpec;

/** Compares the GPUs that a sweep asks for with the GPUs that its master offers. */
final class GpuOffer {

  private static final String OF_EXECUTORS = "spark.executor.resource.gpu.amount";
  private static final String OF_DRIVER = "spark.driver.resource.gpu.amount";

  private GpuOffer() {}

  /**
   * Refuses a sweep that no machine could run as its file says.
   *
   * @throws InputException with a message that says what to do
   */
  static void check(Workload workload) {
    if (!workload.trainsModels()) {
      return;
    }
    double each = workload.spec().execution().gpusPerTrial().orElse(0);
    if (each > 1) {
      throw new InputException(
          "execution.gpus-per-trial: %.0f, and a model's trial computes on one GPU, so the others would idle: write 1, or a share such as 0.5; programs may have several"
              .formatted(each));
    }
    try {
      Fusion.here();
    } catch (IllegalArgumentException e) {
      throw new InputException(e.getMessage());
    }
  }

  /**
   * Refuses a sweep that cannot get its GPUs, before anything starts.
   *
   * @throws InputException with a message that says what to do
   */
  static void check(Workload workload, String master) {
    check(workload);
    SweepSpec spec = workload.spec();
    if (spec.execution().gpusPerTrial().isEmpty()) {
      return;
    }
    double each = spec.execution().gpusPerTrial().getAsDouble();
    if (Averaging.in(spec)) {
      throw new InputException(
          "execution.gpus-per-trial: workers whose parameters are averaged train on processors;"
              + " leave it out, run with --cpu, or use mode fan-out");
    }
    if (!Sessions.isLocal(master)) {
      if (Sessions.told(OF_EXECUTORS).isEmpty()) {
        throw new InputException(
            "execution.gpus-per-trial: %s, and no GPUs are asked for on %s: add --conf %s=N, and a discovery script where the master has none; or run with --cpu"
                .formatted(each, master, OF_EXECUTORS));
      }
      return;
    }
    int cards =
        Sessions.told(OF_DRIVER)
            .map(Integer::parseInt)
            .orElseGet(() -> cards(Installation.here(), workload.trainsModels()));
    if (cards < Math.max(1, each)) {
      throw new InputException(
          "execution.gpus-per-trial: %s, and this machine has %s ('attune list devices' says more): run with --cpu, or on a machine or cluster that has enough"
              .formatted(each, cards == 0 ? "no GPU that a trial could run on" : cards + " GPUs"));
    }
  }

  /** A warning that a local sweep of models for GPUs will train on the processor. */
  static Optional<String> warning(Workload workload, String master) {
    return workload.trainsModels() && Sessions.isLocal(master)
        ? warning(workload.spec().base(), Installation::here)
        : Optional.empty();
  }

  /**
   * A warning as above.
   *
   * @param installation looks for CUDA, which takes time: only a sweep that asks for a GPU needs it
   */
  static Optional<String> warning(Configuration base, Supplier<Installation> installation) {
    boolean fallsBack =
        Placement.asksForGpu(base)
            && base.choice(Placement.FALLBACK) == Placement.Fallback.CPU
            && cards(installation.get(), true) == 0;
    return fallsBack
        ? Optional.of(
            "execution.device: gpu, and this machine has no GPU that a trial could run on ('attune list devices' says more): trials train on the processor; execution.fallback: refuse would refuse them")
        : Optional.empty();
  }

  /**
   * Number of GPUs that trials can run on. Attune's models need CUDA software besides the driver.
   */
  static int cards(Installation installation, boolean models) {
    return installation.isComplete() || !models ? installation.cards().size() : 0;
  }

  /** Plans which trial gets which GPU. */
  static GpuPlan plan(Workload workload, String master, SparkContext spark) {
    SweepSpec spec = workload.spec();
    if (spec.execution().gpusPerTrial().isEmpty()) {
      return GpuPlan.NONE;
    }
    double each = spec.execution().gpusPerTrial().getAsDouble();
    return new GpuPlan(each, Sessions.isLocal(master) ? ofThisMachine(spark) : List.of());
  }

  /** The GPUs that Spark found for the driver, else those of the machine. */
  private static List<String> ofThisMachine(SparkContext spark) {
    Map<String, ResourceInformation> found = JavaSparkContext.fromSparkContext(spark).resources();
    return found.containsKey("gpu")
        ? List.of(found.get("gpu").addresses())
        : Installation.here().addresses().map(CardAddresses::all).orElse(List.of());
  }
}
