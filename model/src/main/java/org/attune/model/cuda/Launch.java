package org.attune.model.cuda;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.attune.model.engine.Sink;

/**
 * A kernel launch over memory fixed in advance. One block on the host holds the arguments' values
 * and their addresses. Each launch first writes there whether each sink adds.
 */
final class Launch implements Work {

  private static final int THREADS = 256;
  private static final int WARP = 32;
  private static final int MOST_THREADS = 1024; // of a block, on every card

  private record Adding(int argument, Sink<DeviceBuffer> sink, long bytes) {}

  private record Varying(int argument, LongSupplier number) {}

  private final DeviceStream stream;
  private final long function;
  private final int blocks;
  private final int threads;
  private final int shared;
  private final Memory block;
  private final long pointers; // address of the arguments' addresses
  private final long bytes; // of its operands, each once
  private final Adding[] adding;
  private final Varying[] varying;

  private Launch(Builder b, int blocks, int threads) {
    stream = b.lane.stream();
    function = b.lane.function(b.file, b.name, b.options);
    this.blocks = blocks;
    this.threads = threads;
    shared = b.shared;
    b.lane.allowShared(function, shared);
    int count = b.values.size();
    block = new Memory(2L * Long.BYTES * count);
    long values = Pointer.nativeValue(block);
    pointers = values + (long) Long.BYTES * count;
    for (int i = 0; i < count; i++) {
      block.setLong((long) Long.BYTES * i, b.values.get(i));
      block.setLong((long) Long.BYTES * (count + i), values + (long) Long.BYTES * i);
    }
    bytes = b.bytes;
    adding = b.adding.toArray(Adding[]::new);
    varying = b.varying.toArray(Varying[]::new);
  }

  @Override
  public void enqueue() {
    long moved = bytes;
    for (Adding each : adding) {
      boolean adds = each.sink().adds();
      block.setInt((long) Long.BYTES * each.argument(), adds ? 1 : 0);
      moved += adds ? each.bytes() : 0;
    }
    stream.moves(moved);
    for (Varying each : varying) {
      block.setLong((long) Long.BYTES * each.argument(), each.number().getAsLong());
    }
    stream.driver().launch(function, blocks, threads, shared, stream.handle(), pointers);
    Reference.reachabilityFence(this); // collected, it would free the arguments during the call
  }

  /**
   * Begins a launch; add the arguments in the kernel's order.
   *
   * @param file the CUDA source file, without {@code .cu}
   * @param options of the compilation
   */
  static Builder of(Lane lane, String file, String name, String... options) {
    return new Builder(lane, file, name, options);
  }

  /** Builds a launch. */
  static final class Builder {
    private final Lane lane;
    private final String file;
    private final String name;
    private final String[] options;
    private final List<Long> values = new ArrayList<>(); // a kernel reads the lowest bytes
    private final List<Adding> adding = new ArrayList<>();
    private final List<Varying> varying = new ArrayList<>();
    private int shared;
    private long bytes;

    private Builder(Lane lane, String file, String name, String... options) {
      this.lane = lane;
      this.file = file;
      this.name = name;
      this.options = options;
    }

    Builder number(int value) {
      values.add((long) value);
      return this;
    }

    Builder number(float value) {
      values.add((long) Float.floatToRawIntBits(value));
      return this;
    }

    Builder number(double value) {
      values.add(Double.doubleToRawLongBits(value));
      return this;
    }

    /** A buffer's address; null gives 0. */
    Builder address(DeviceBuffer memory) {
      bytes += memory == null ? 0 : Float.BYTES * memory.elements();
      return address(memory == null ? 0 : memory.address());
    }

    /** A bare address. */
    Builder address(long address) {
      values.add(address);
      return this;
    }

    /** A matrix, {@code IN} or {@code OUT} in the CUDA source; null for none. */
    Builder matrix(DeviceBuffer matrix) {
      return address(matrix).number(matrix == null ? 0 : matrix.stride());
    }

    /**
     * The sink of a gradient contribution, {@code SINK} in the CUDA source. An unwanted sink is
     * passed as null.
     */
    Builder sink(Sink<DeviceBuffer> sink) {
      if (!sink.wanted()) {
        return put(null);
      }
      matrix(sink.buffer());
      long size = Float.BYTES * sink.buffer().elements();
      adding.add(new Adding(values.size(), sink, size));
      return number(0);
    }

    /** A {@code SINK} that is overwritten. */
    Builder put(DeviceBuffer to) {
      return matrix(to).number(0);
    }

    /** An eight-byte number that each launch reads again. */
    Builder varying(LongSupplier number) {
      varying.add(new Varying(values.size(), number));
      return address(0);
    }

    /** Bytes of shared memory per block. */
    Builder sharing(int bytes) {
      shared = bytes;
      return this;
    }

    /**
     * Runs one thread per element of a matrix; appends its rows and columns as the last arguments.
     */
    Launch over(int rows, int columns) {
      number(rows).number(columns);
      long elements = Math.max(1, (long) rows * columns);
      return new Launch(this, Math.toIntExact((elements + THREADS - 1) / THREADS), THREADS);
    }

    /**
     * Runs one thread per element of a matrix; appends its size as {@link #over(int, int)} does.
     */
    Launch over(DeviceBuffer matrix) {
      return over(matrix.rows(), matrix.columns());
    }

    /**
     * Runs blocks of a number of threads.
     *
     * @param threads whole warps, at most {@value #MOST_THREADS}
     */
    Launch threads(int blocks, int threads) {
      if (threads < WARP || threads > MOST_THREADS || threads % WARP != 0) {
        throw new IllegalArgumentException(
            "Invalid threads of %s: %d, must be whole warps, at most %d"
                .formatted(name, threads, MOST_THREADS));
      }
      return new Launch(this, blocks, threads);
    }

    /**
     * Runs one block per row, with a thread for each column, but at most {@value #THREADS}: those
     * go through more columns in turns.
     */
    Launch blocks(int blocks, int columns) {
      int warps = Math.max(1, Math.min(THREADS / WARP, (columns + WARP - 1) / WARP));
      return new Launch(this, blocks, warps * WARP);
    }
  }
}
