package org.attune.model.cuda;

import com.sun.jna.Pointer;
import java.util.Optional;

/**
 * Memory in which a trial's kernels mark numerical faults. The host checks the marks before it
 * reads any result.
 */
final class FaultMarks implements AutoCloseable {

  private final DeviceStream stream;
  private final GpuMemoryLimit room;
  private Mirrored marks; // null while no kernel can mark a fault

  FaultMarks(DeviceStream stream, GpuMemoryLimit room) {
    this.stream = stream;
    this.room = room;
  }

  /** Their address on the GPU. */
  long address() {
    if (marks == null) {
      stream.enter();
      marks = new Mirrored(room, Faults.BYTES);
      marks.take(Faults.BYTES);
      clear();
    }
    return marks.device();
  }

  private void clear() {
    stream.fill(marks.device(), 0, Faults.BYTES / Integer.BYTES);
  }

  /**
   * Waits until all work is done, before a result is read.
   *
   * @throws ArithmeticException if a kernel has marked a numerical fault
   */
  void await() {
    if (marks == null) {
      stream.synchronize();
      return;
    }
    marks.fetch(stream);
    stream.synchronize();
    Optional<Faults> found = Faults.in(new Pointer(marks.host()));
    if (found.isPresent()) {
      clear();
      throw new ArithmeticException(found.get().message());
    }
  }

  /**
   * Waits for work enqueued when the stream had completed {@code before} waits. It skips the wait
   * if the stream has waited since and no kernel can mark a fault.
   *
   * @throws ArithmeticException as {@link #await}
   */
  void awaitSince(long before) {
    if (stream.waits() == before || marks != null) {
      stream.enter();
      await();
    }
  }

  @Override
  public void close() {
    if (marks != null) {
      marks.close();
    }
  }
}
