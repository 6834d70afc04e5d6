package org.attune.cluster.gpu;

import java.io.IOException;
import java.nio.channels.FileLock;
import java.util.List;
import org.attune.api.trial.Gpus;

/** The GPUs that one slot holds until it closes the lease, or its process dies. */
public record GpuLease(Gpus gpus, List<FileLock> locks) implements AutoCloseable {

  public GpuLease {
    locks = List.copyOf(locks);
  }

  /** A lease without locks: of no GPUs, or of GPUs that Spark keeps apart. */
  static GpuLease of(Gpus gpus) {
    return new GpuLease(gpus, List.of());
  }

  @Override
  public void close() throws IOException {
    for (FileLock lock : locks) {
      lock.release();
    }
  }
}
