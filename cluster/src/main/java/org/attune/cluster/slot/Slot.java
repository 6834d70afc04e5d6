package org.attune.cluster.slot;

import java.io.FileNotFoundException;
import java.io.Serializable;
import java.util.Optional;
import org.apache.spark.TaskContext;
import org.apache.spark.api.plugin.PluginContext;
import org.attune.api.storage.Storage;
import org.attune.api.trial.Gpus;
import org.attune.api.trial.TrialWork;
import org.attune.cluster.gpu.GpuLease;
import org.attune.cluster.gpu.GpuPlan;
import org.attune.cluster.slot.SlotMessage.Station;
import org.attune.cluster.store.Storages;
import org.attune.sweeps.store.ThisHost;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A slot: one Spark task that pulls trials until none are left.
 *
 * <p>A trial's envelope is written before the driver learns of the result. So no trial is trained
 * twice if the driver dies in between. The envelope is not forced to the disk: if a power loss
 * destroys a result, its trial runs again. An attempt that is cut short, because Spark killed the
 * task or the driver is gone, leaves no envelope. Such an end is not the trial's failure.
 *
 * @param run the run that the slot serves
 * @param work the code that runs a trial
 * @param gpus the GPUs that slots get
 */
record Slot(ServedRun run, TrialWork work, GpuPlan gpus) implements Serializable {

  private static final Logger LOG = LoggerFactory.getLogger(Slot.class);
  private static final long LOST_CARD_MILLIS = 1000;
  private static final String DRIVER = "driver"; // what Spark calls it beside its executors
  private static final int UNUSABLE = 70; // exit code: the process cannot run trials

  /** Serves under a number until the driver dismisses the slot. */
  void serve(long number) throws Exception {
    if (TaskContext.get().attemptNumber() > 0) {
      // The driver still lists the first attempt's trial under this number, and must learn that it
      // ended.
      throw new IllegalStateException("Slot " + number + " was preempted; another takes its place");
    }
    PluginContext plugin = SlotPlugin.executor();
    requireUsable(plugin);
    Storage storage = Storages.of(run.directory());
    if (!storage.exists("")) {
      throw new FileNotFoundException(
          "Cannot find the sweep's directory %s on host %s: on several hosts it must be on HDFS"
              .formatted(storage.describe(), ThisHost.name()));
    }
    try (GpuLease lease = gpus.lease()) {
      while (work.unusable(lease.gpus()).isPresent()) {
        requireUsable(plugin);
        Thread.sleep(LOST_CARD_MILLIS); // else the lost card would be leased to the next slot
      }
      serve(number, plugin, storage, lease.gpus());
    }
  }

  private void serve(long number, PluginContext plugin, Storage storage, Gpus leased)
      throws Exception {
    Station station =
        new Station(
            TaskContext.get().taskAttemptId(),
            plugin.executorID(),
            ThisHost.name(),
            leased.device(),
            Machine.provenance());
    new SlotService(
            run,
            number,
            work,
            storage,
            message -> ask(plugin, message),
            TaskContext.get()::isInterrupted)
        .serve(
            station,
            leased,
            () -> {
              requireUsable(plugin);
              requireUsable(leased);
            });
  }

  /**
   * Ends a slot whose GPU is lost while other GPUs of the process still work. The slot that
   * replaces it waits with that GPU, and takes no trial there.
   */
  private void requireUsable(Gpus leased) {
    work.unusable(leased)
        .ifPresent(
            reason -> {
              throw new IllegalStateException(leased.device() + ": " + reason);
            });
  }

  /**
   * Leaves a process that can no longer run trials. An executor exits, so that Spark starts another
   * in its place. The driver's own process, on a local master, cannot exit; its run fails.
   */
  private void requireUsable(PluginContext plugin) {
    Optional<String> reason = work.unusable();
    if (reason.isEmpty()) {
      return;
    }
    if (!plugin.executorID().equals(DRIVER)) {
      LOG.error("Ending executor {}: {}", plugin.executorID(), reason.get());
      System.exit(UNUSABLE);
    }
    throw new IllegalStateException(reason.get() + "; rerun the sweep to resume");
  }

  private static SlotReply ask(PluginContext plugin, SlotMessage message) throws Exception {
    return (SlotReply) Wire.decode((byte[]) plugin.ask(Wire.encode(message)));
  }
}
