package org.attune.model.cuda;

import java.util.Locale;
import org.attune.model.cuda.device.DeviceFacts;
import org.attune.model.engine.DeviceShare;
import org.attune.model.engine.NoRoomException;

/** The limit on a trial's GPU memory, and the memory it holds. */
final class GpuMemoryLimit {

  private static final long CONTEXT = 512L << 20; // per process on a GPU, including its kernels
  private static final double GIB = 1L << 30;

  private final DeviceRuntime runtime;
  private final DeviceFacts card;
  private final DeviceShare share;
  private final long bytes; // that the trial may hold on the GPU
  private long holds;

  GpuMemoryLimit(DeviceRuntime runtime, DeviceShare share) {
    this.runtime = runtime;
    card = runtime.card();
    this.share = share;
    bytes = bytes(share, card);
  }

  /** The trial's limit. Other processes may use the other shares, and each has its own context. */
  private static long bytes(DeviceShare share, DeviceFacts card) {
    double part = share.part() * card.memory();
    return (long) (part - Math.min(CONTEXT, part / 8));
  }

  /**
   * Takes GPU memory, aligned to 256 bytes and uninitialised.
   *
   * @throws NoRoomException if the trial would exceed its share
   */
  long allocate(long wanted) {
    if (wanted > left()) {
      throw new NoRoomException(
          String.format(
              Locale.ROOT,
              "The trial holds %.2f GiB of %s (%s) and wants %.2f GiB more, and may hold %.2f"
                  + " GiB: %s of the card's %.1f GiB, less what CUDA itself takes",
              holds / GIB,
              runtime.name(),
              card.name(),
              wanted / GIB,
              bytes / GIB,
              share.part() == 1 ? "all" : "its share, " + share.part() + ",",
              card.memory() / GIB),
          bytes);
    }
    long address = runtime.create(() -> runtime.driver().allocate(wanted));
    holds += wanted;
    return address;
  }

  /**
   * Takes pinned host memory that the GPU copies from and to; it does not count towards the share.
   */
  long allocateHost(long wanted) {
    return runtime.create(() -> runtime.driver().allocateHost(wanted));
  }

  /** Bytes that the trial may still take. */
  long left() {
    return bytes - holds;
  }

  /** Frees memory. */
  void free(long address, long given) {
    holds -= given;
    runtime.free(() -> runtime.driver().free(address));
  }

  void freeHost(long address) {
    runtime.free(() -> runtime.driver().freeHost(address));
  }
}
