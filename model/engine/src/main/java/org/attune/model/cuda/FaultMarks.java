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
  private Optional<Mirrored> marks = Optional.empty(); // none while no kernel can mark a fault

  FaultMarks(DeviceStream stream, GpuMemoryLimit room) {
    this.stream = stream;
    this.room = room;
  }

  /** Their address on the GPU. */
  long address() {
    if (marks.isEmpty()) {
      stream.enter();
      Mirrored made = new Mirrored(room, Faults.BYTES);
      marks = Optional.of(made);
      made.take(Faults.BYTES);
      clear(made);
    }
    return marks.get().device();
  }

  private void clear(Mirrored marks) {
    stream.fill(marks.device(), 0, Faults.BYTES / Integer.BYTES);
  }

  /**
   * Waits until all work is done, before a result is read.
   *
   * @throws ArithmeticException if a kernel has marked a numerical fault
   */
  void await() {
    if (marks.isEmpty()) {
      stream.synchronize();
      return;
    }
    Mirrored marked = marks.get();
    marked.fetch(stream);
    stream.synchronize();
    Optional<Faults> found = Faults.in(new Pointer(marked.host()));
    if (found.isPresent()) {
      clear(marked);
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
    if (stream.waits() == before || marks.isPresent()) {
      stream.enter();
      await();
    }
  }

  @Override
  public void close() {
    marks.ifPresent(Mirrored::close);
  }
}
