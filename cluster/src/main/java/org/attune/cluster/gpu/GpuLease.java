package org.attune.cluster.gpu;

import java.io.IOException;
import java.nio.channels.FileLock;
import java.util.List;
import org.attune.api.trial.Gpus;

/** The GPUs that one slot holds until it closes the lease, or its process dies. */
public final class GpuLease implements AutoCloseable {

  private final Gpus gpus;
  private final List<FileLock> locks;

  GpuLease(Gpus gpus, List<FileLock> locks) {
    this.gpus = gpus;
    this.locks = List.copyOf(locks);
  }

  /** A lease without locks: of no GPUs, or of GPUs that Spark keeps apart. */
  static GpuLease of(Gpus gpus) {
    return new GpuLease(gpus, List.of());
  }

  public Gpus gpus() {
    return gpus;
  }

  @Override
  public void close() throws IOException {
    for (FileLock lock : locks) {
      lock.release();
    }
  }
}
