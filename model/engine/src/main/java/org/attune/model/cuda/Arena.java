package org.attune.model.cuda;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.attune.model.cuda.device.CudaException;
import org.attune.model.engine.Memory;
import org.attune.model.engine.OversizeException;
import org.attune.model.program.Pass;
import org.jspecify.annotations.Nullable;

/**
 * A program's memory on a GPU. Blocks are cut from a few large pieces and freed as a whole. Inputs
 * are copied from the host at the beginning of each pass.
 */
final class Arena implements Memory<DeviceBuffer> {

  private static final int ALIGNMENT = 256; // bytes: loads of whole cache lines need it
  private static final long SMALLEST = 1L << 20;
  private static final long LARGEST = 256L << 20; // a larger block gets its own piece
  private static final long SMALLEST_INPUTS = 1L << 16;

  private record Piece(long address, long bytes) {}

  private final Lane lane;
  private final DeviceStream stream;
  private final GpuMemoryLimit room;
  private final boolean records;
  private final Consumer<Arena> closed;
  private final Recordings recordings;
  private final List<Piece> pieces = new ArrayList<>();
  private final List<Mirrored> inputs = new ArrayList<>();
  private final List<Mirrored> owned = new ArrayList<>(); // their owners send them
  private long next; // within the last piece
  private long taken;
  private boolean fresh; // whether inputs have not been sent since the pass began

  /**
   * @param records whether work is recorded and replayed
   * @param closed called when the arena is closed
   */
  Arena(Lane lane, boolean records, Consumer<Arena> closed) {
    this.lane = lane;
    this.records = records;
    this.closed = closed;
    stream = lane.stream();
    room = lane.room();
    recordings = new Recordings(stream);
  }

  @Override
  public DeviceBuffer block(long elements) {
    int size = OversizeException.require(elements);
    stream.enter();
    long bytes = (Math.max(1, elements) * Float.BYTES + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    long address = take(bytes);
    stream.fill(address, 0, bytes / Float.BYTES);
    return new DeviceBuffer(lane, address, 1, size, size, false, 0);
  }

  private long take(long bytes) {
    Piece last = pieces.isEmpty() ? null : pieces.get(pieces.size() - 1);
    if (last == null || next + bytes > last.bytes()) {
      long grown = last == null ? SMALLEST : Math.min(LARGEST, 2 * last.bytes());
      long size = Math.max(bytes, Math.min(grown, room.left()));
      last = new Piece(room.allocate(size), size);
      pieces.add(last);
      next = 0;
    }
    long address = last.address() + next;
    next += bytes;
    taken += bytes;
    return address;
  }

  @Override
  public DeviceBuffer view(DeviceBuffer block, int[] shape, int stride) {
    return block.at(0, rows(shape), shape[shape.length - 1], stride);
  }

  private static int rows(int[] shape) {
    int rows = 1;
    for (int i = 0; i < shape.length - 1; i++) {
      rows *= shape[i];
    }
    return rows;
  }

  @Override
  public DeviceBuffer columns(DeviceBuffer matrix, int from, int to) {
    return matrix.at(from, matrix.rows(), to - from, matrix.stride());
  }

  @Override
  public DeviceBuffer input(int[] shape, int stride, boolean whole) {
    stream.enter();
    int columns = shape[shape.length - 1];
    long bytes = (long) rows(shape) * columns * Float.BYTES;
    Mirrored last = inputs.isEmpty() ? null : inputs.get(inputs.size() - 1);
    long offset = last == null ? -1 : last.take(bytes);
    if (last == null || offset < 0) {
      last = new Mirrored(room, Math.max(SMALLEST_INPUTS, bytes));
      inputs.add(last);
      offset = last.take(bytes);
    }
    long address = last.device() + offset;
    return new DeviceBuffer(
        lane, address, rows(shape), columns, columns, whole, last.host() + offset);
  }

  /** Memory mirrored on the host, freed with the rest. */
  Mirrored mirrored(long bytes) {
    stream.enter();
    Mirrored made = new Mirrored(room, bytes);
    owned.add(made);
    return made;
  }

  @Override
  public void begin(Pass pass) {
    lane.inbox().settle();
    lane.scalars().write(pass);
    fresh = true;
  }

  @Override
  public void run(Object key, Runnable work) {
    enqueue(records ? key : null, work);
  }

  @Override
  public void run(Runnable work) {
    enqueue(null, work);
  }

  /** Runs work; records it under a key, if there is one. */
  private void enqueue(@Nullable Object key, Runnable work) {
    stream.enter();
    boolean sends = fresh;
    fresh = false;
    Runnable all = sends ? () -> sent(work) : work;
    try {
      if (key != null) {
        recordings.run(List.of(key, sends), all);
      } else {
        all.run();
      }
    } catch (CudaException e) {
      throw stream.noted(e);
    }
    if (sends) {
      lane.inbox().enqueued(inputs);
    }
  }

  private void sent(Runnable work) {
    lane.inbox().bring(inputs);
    work.run();
  }

  /** The number of kernels, copies and fills in the recorded work. */
  long nodes() {
    return recordings.nodes();
  }

  @Override
  public void fill(DeviceBuffer buffer, double number) {
    stream.enter();
    if (buffer.dense()) {
      int word = Float.floatToRawIntBits((float) number);
      stream.fill(buffer.address(), word, buffer.elements());
    } else {
      ElementKernels.launch(buffer, "fill")
          .number((float) number)
          .matrix(buffer)
          .over(buffer)
          .enqueue();
    }
  }

  @Override
  public void add(DeviceBuffer target, DeviceBuffer addend) {
    stream.enter();
    ElementKernels.copy(addend, Target.adding(target)).enqueue();
  }

  @Override
  public long bytes() {
    return taken + inputs.stream().mapToLong(Mirrored::bytes).sum();
  }

  /** Frees everything once all work is done. */
  @Override
  public void close() {
    closed.accept(this);
    lane.release(stream::enter);
    lane.release(stream::synchronize);
    lane.release(
        () -> {
          recordings.close();
          pieces.forEach(piece -> room.free(piece.address(), piece.bytes()));
          inputs.forEach(Mirrored::close);
          owned.forEach(Mirrored::close);
        });
    pieces.clear();
    inputs.clear();
    owned.clear();
  }
}
