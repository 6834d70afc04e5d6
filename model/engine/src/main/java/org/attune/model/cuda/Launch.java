package org.attune.model.cuda;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.attune.model.engine.Sink;
import org.jspecify.annotations.Nullable;

/**
 * A kernel launch over memory fixed in advance. One block on the host holds the arguments' values
 * and their addresses. Each launch first writes there whether each sink adds.
 */
final class Launch implements Work {

  private static final int THREADS = 256;
  private static final int WARP = 32;
  private static final int MOST_THREADS = 1024; // of a block, on every card

  private record Adding(int argument, Target to, long bytes) {}

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
      boolean adds = each.to().adds();
      block.setInt((long) Long.BYTES * each.argument(), adds ? 1 : 0);
      moved += adds ? each.bytes() : 0;
    }
    stream.countMoved(moved);
    for (Varying each : varying) {
      block.setLong((long) Long.BYTES * each.argument(), each.number().getAsLong());
    }
    try {
      stream.driver().launch(function, blocks, threads, shared, stream.handle(), pointers);
    } finally {
      Reference.reachabilityFence(this); // collected, it would free the arguments during the call
    }
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
    private boolean unwanted;

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

    Builder numbers(int... all) {
      for (int value : all) {
        number(value);
      }
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

    /** A buffer's address; none gives 0, and so does null: a gradient of a forward-only program. */
    Builder address(@Nullable DeviceBuffer memory) {
      DeviceBuffer present = memory == null ? DeviceBuffer.NONE : memory;
      bytes += Float.BYTES * present.elements();
      return address(present.address());
    }

    /** The addresses of buffers, each as by {@link #address(DeviceBuffer)}. */
    Builder addresses(DeviceBuffer... all) {
      for (DeviceBuffer memory : all) {
        address(memory);
      }
      return this;
    }

    /** A bare address. */
    Builder address(long address) {
      values.add(address);
      return this;
    }

    /** A matrix, {@code IN} or {@code OUT} in the CUDA source. */
    Builder matrix(@Nullable DeviceBuffer matrix) {
      return address(matrix).number(matrix == null ? 0 : matrix.stride());
    }

    /** Matrices, each as by {@link #matrix}. */
    Builder matrices(DeviceBuffer... all) {
      for (DeviceBuffer matrix : all) {
        matrix(matrix);
      }
      return this;
    }

    /** Gradient contributions, {@code SINK} in the CUDA source. */
    @SafeVarargs
    final Builder sinks(Sink<DeviceBuffer>... sinks) {
      for (Sink<DeviceBuffer> sink : sinks) {
        also(Target.of(sink));
      }
      return this;
    }

    /** A {@code SINK} that is overwritten. */
    Builder put(DeviceBuffer to) {
      return also(Target.of(to));
    }

    /** All results, each a {@code SINK}; if none is wanted, there is no launch. */
    @SafeVarargs
    final Builder to(Sink<DeviceBuffer>... sinks) {
      unwanted = Stream.of(sinks).noneMatch(Sink::wanted);
      return sinks(sinks);
    }

    /** The only result, a {@code SINK}; if it is unwanted, there is no launch. */
    Builder to(Target to) {
      unwanted = !to.isWanted();
      return also(to);
    }

    /** A result besides others, a {@code SINK}. */
    Builder also(Target to) {
      matrix(to.buffer());
      if (to.sink().isPresent()) {
        adding.add(new Adding(values.size(), to, Float.BYTES * to.buffer().elements()));
      }
      return number(to.added() ? 1 : 0);
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
    Work over(int rows, int columns) {
      long elements = Math.max(1, (long) rows * columns);
      int blocks = Math.toIntExact((elements + THREADS - 1) / THREADS);
      return numbers(rows, columns).made(blocks, THREADS);
    }

    /**
     * Runs one thread per element of a matrix; appends its size as {@link #over(int, int)} does.
     */
    Work over(DeviceBuffer matrix) {
      return unwanted ? Work.NONE : over(matrix.rows(), matrix.columns());
    }

    /**
     * Runs one thread per four elements side by side; appends columns, rows and the fours of a row.
     */
    Work overFours(DeviceBuffer matrix) {
      int columns = matrix.columns();
      return unwanted ? Work.NONE : number(columns).over(matrix.rows(), (columns + 3) / 4);
    }

    /**
     * Runs blocks of a number of threads.
     *
     * @param threads whole warps, at most {@value #MOST_THREADS}
     */
    Work threads(int blocks, int threads) {
      if (threads < WARP || threads > MOST_THREADS || threads % WARP != 0) {
        throw new IllegalArgumentException(
            "Invalid threads of %s: %d, must be whole warps, at most %d"
                .formatted(name, threads, MOST_THREADS));
      }
      return made(blocks, threads);
    }

    /**
     * Runs one block per row, with a thread for each column, but at most {@value #THREADS}: those
     * go through more columns in turns.
     */
    Work blocks(int blocks, int columns) {
      int warps = Math.max(1, Math.min(THREADS / WARP, (columns + WARP - 1) / WARP));
      return made(blocks, warps * WARP);
    }

    /** None if the only result is unwanted. */
    private Work made(int blocks, int threads) {
      return unwanted ? Work.NONE : new Launch(this, blocks, threads);
    }
  }
}
