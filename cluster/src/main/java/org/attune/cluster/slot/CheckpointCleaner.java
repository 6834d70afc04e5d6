package org.attune.cluster.slot;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.attune.api.storage.Storage;
import org.attune.cluster.spark.DaemonThreads;
import org.attune.sweeps.store.SweepLayout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes checkpoints that nothing needs any more, one after another on its own thread, so that the
 * run never waits for a disk. A file that cannot be deleted stays, and costs only space. So does
 * every file whose name is not a checkpoint's: Attune did not write it.
 */
final class CheckpointCleaner implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CheckpointCleaner.class);
  private static final long LONGEST_CLOSE = 30; // seconds

  private final Storage storage;
  private final ExecutorService thread = DaemonThreads.one("checkpoints");

  CheckpointCleaner(Storage storage) {
    this.storage = storage;
  }

  void delete(List<String> paths) {
    thread.execute(() -> paths.forEach(this::delete));
  }

  void deleteAllBut(Set<String> paths) {
    thread.execute(
        () -> {
          try {
            for (String name : storage.list(SweepLayout.CHECKPOINTS)) {
              String path = SweepLayout.CHECKPOINTS + "/" + name;
              if (!paths.contains(path) && SweepLayout.isCheckpoint(path)) {
                delete(path);
              }
            }
          } catch (IOException e) {
            LOG.warn("Cannot list {}", SweepLayout.CHECKPOINTS, e);
          }
        });
  }

  private void delete(String path) {
    if (!SweepLayout.isCheckpoint(path)) {
      LOG.warn("{} is not a checkpoint's name, and stays", path);
      return;
    }
    try {
      storage.delete(path);
    } catch (IOException e) {
      LOG.warn("Cannot delete {}", path, e);
    }
  }

  /** Returns when all deletions are done, or after {@value #LONGEST_CLOSE} seconds. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(LONGEST_CLOSE, TimeUnit.SECONDS)) {
        LOG.warn("Checkpoints are still being deleted after {} s", LONGEST_CLOSE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
