package org.attune.model.cuda;

import com.sun.jna.Pointer;
import java.util.Optional;

/**
 * Where a trial's kernels mark what they find wrong. Their marks are looked at whenever something
 * of their work is about to be read.
 */
final class FaultMarks implements AutoCloseable {

  private final DeviceStream stream;
  private final Room room;
  private Mirrored marks; // null while there is no kernel that may find something

  FaultMarks(DeviceStream stream, Room room) {
    this.stream = stream;
    this.room = room;
  }

  /** Where they are on the card. */
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
   * Waits until all work is done, before something of it is read.
   *
   * @throws ArithmeticException if a kernel has found numbers that it cannot go on from
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
   * Waits for work that was there after so many waits, if it has not been waited for.
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
