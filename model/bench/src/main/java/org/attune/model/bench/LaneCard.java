package org.attune.model.bench;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import org.attune.model.cuda.device.Blas;
import org.attune.model.cuda.device.Blas.ProductForm;
import org.attune.model.cuda.device.Driver;
import org.attune.model.cuda.device.Installation;

/**
 * A card for {@link LaneBench}: one stream, kernels of its own, cuBLAS as a trial has it. The
 * process keeps them until it ends.
 */
final class LaneCard {

  /** Blocks and threads of a launch. */
  record Grid(int blocks, int threads) {}

  private static final String KERNELS =
      """
      #define EACH(i, count) \\
        for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < count; i += (long long)gridDim.x * blockDim.x)
      extern "C" __global__ void fill_random(unsigned seed, float *to, long long count) {
        EACH(i, count) {
          unsigned x = (unsigned)i * 2654435761u + seed;
          x = (x ^ x >> 16) * 0x7feb352du;
          x = (x ^ x >> 15) * 0x846ca68bu;
          to[i] = ((x ^ x >> 16) >> 8) * 0x1p-23f - 1;
        }
      }
      // Marks bits that differ, and numbers that are not finite.
      extern "C" __global__ void compare_bits(const unsigned *x, const unsigned *y, long long count, int *marks) {
        EACH(i, count) {
          if (x[i] != y[i]) marks[0] = 1;
          if ((x[i] & 0x7f800000u) == 0x7f800000u) marks[1] = 1;
        }
      }
      // A lane has some blocks, as in a grid with a second dimension.
      extern "C" __global__ void share_launch(const int *alive, int blocks, float *to) {
        if (!alive[blockIdx.x / blocks]) return;
        const long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
        to[i] = to[i] * .5f + 1;
      }
      """;

  private static final int THREADS = 256;
  private static final int BLOCKS = 256; // at most, of a kernel that goes over memory
  private static final long ALIGNED = 64; // floats: each matrix begins on 256 bytes
  private static final long WORKSPACE = 32L << 20; // a trial's; cuBLAS chooses by it
  private static final int ROUNDS = 5;
  private static final double ROUND = 2e6; // nanoseconds
  private static final int MATRICES = 4; // of an entry: a, b, its result, and one to compare

  private final Driver driver;
  private final Blas blas;
  private final int replays;
  private final int lanes;
  private final long module;
  private final long stream;
  private final long handle;
  private final long marks;
  private final long host; // memory to copy from and to

  /**
   * @param replays of a graph in a round, at most
   * @param lanes at most
   */
  LaneCard(Installation installed, int replays, int lanes) {
    driver = installed.driver().orElseThrow();
    blas = installed.blas().orElseThrow();
    this.replays = replays;
    this.lanes = lanes;
    driver.enter(driver.retain(0));
    String architecture = installed.cards().get(0).architecture();
    module =
        driver.load(
            installed
                .compiler()
                .orElseThrow()
                .compile("lanes.cu", KERNELS, architecture, List.of()));
    stream = driver.stream();
    handle = blas.create();
    blas.use(handle, stream, driver.allocate(WORKSPACE), WORKSPACE);
    marks = driver.allocate(2 * Integer.BYTES);
    host = driver.allocateHost((long) MATRICES * Long.BYTES * lanes);
  }

  private void launch(String kernel, Grid grid, long... values) {
    long function = driver.function(module, kernel);
    Memory block = new Memory(2L * Long.BYTES * values.length);
    long at = Pointer.nativeValue(block);
    for (int i = 0; i < values.length; i++) {
      block.setLong((long) Long.BYTES * i, values[i]);
      block.setLong((long) Long.BYTES * (values.length + i), at + (long) Long.BYTES * i);
    }
    long arguments = at + (long) Long.BYTES * values.length;
    try {
      driver.launch(function, grid.blocks(), grid.threads(), 0, stream, arguments);
    } finally {
      Reference.reachabilityFence(block); // collected, it would free the arguments during the call
    }
  }

  /** Blocks for a kernel that goes over some numbers. */
  private static Grid over(long count) {
    return new Grid((int) Math.min(BLOCKS, (count + THREADS - 1) / THREADS), THREADS);
  }

  /**
   * Microseconds of work in a graph; the median of some rounds.
   *
   * @param calls how often the graph has the work
   */
  double micros(int calls, Runnable work) {
    driver.beginCapture(stream);
    for (int i = 0; i < calls; i++) {
      work.run();
    }
    long graph = driver.endCapture(stream);
    long executable = driver.instantiate(graph);
    driver.destroyGraph(graph);
    nanos(executable, 1);
    int count = 1;
    while (2 * count <= replays && nanos(executable, count) < ROUND) {
      count *= 2;
    }
    List<Double> rounds = new ArrayList<>();
    for (int i = 0; i < Math.min(ROUNDS, replays); i++) {
      rounds.add(nanos(executable, count));
    }
    driver.destroyExecutable(executable);
    return Median.of(rounds) / 1e3 / count / calls;
  }

  private double nanos(long executable, int count) {
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) {
      driver.launchGraph(executable, stream);
    }
    driver.synchronize(stream);
    return System.nanoTime() - start;
  }

  /**
   * Microseconds of one graph of launches, each for some lanes.
   *
   * @param every which lanes have work: each, or each second one; the others return at once
   */
  double launches(List<Grid> grids, int count, int every) {
    int threads = grids.stream().mapToInt(grid -> grid.blocks() * grid.threads()).max().orElse(1);
    long to = driver.allocate((long) Float.BYTES * threads * count);
    long alive = driver.allocate((long) Integer.BYTES * count);
    driver.fill(to, 0, (long) threads * count, stream);
    driver.fill(alive, 0, count, stream);
    for (int lane = 0; lane < count; lane += every) {
      driver.fill(alive + (long) Integer.BYTES * lane, 1, 1, stream);
    }
    double micros =
        micros(
            1,
            () -> {
              for (Grid one : grids) {
                Grid all = new Grid(one.blocks() * count, one.threads());
                launch("share_launch", all, alive, one.blocks(), to);
              }
            });
    driver.free(to);
    driver.free(alive);
    return micros;
  }

  /** The matrices of a product, for each lane, with random numbers. */
  final class Entries implements AutoCloseable {
    private final ProductForm form;
    private final long[] sizes; // floats of a lane's matrix
    private final long[] all = new long[MATRICES]; // addresses of the first lane's
    private final long arrays; // of all matrices' addresses

    Entries(ProductForm form) {
      this.form = form;
      long result = aligned(form.ldc(), form.n());
      sizes =
          new long[] {
            aligned(form.lda(), form.transposedA() ? form.m() : form.k()),
            aligned(form.ldb(), form.transposedB() ? form.k() : form.n()),
            result,
            result
          };
      arrays = driver.allocate((long) MATRICES * Long.BYTES * lanes);
      for (int i = 0; i < MATRICES; i++) {
        all[i] = driver.allocate(Float.BYTES * sizes[i] * lanes);
        fill(i, lanes);
        for (int lane = 0; lane < lanes; lane++) {
          new Pointer(host).setLong(place(i, lane), at(i, lane));
        }
      }
      driver.copyIn(arrays, host, (long) MATRICES * Long.BYTES * lanes, stream);
      driver.synchronize(stream);
    }

    private static long aligned(int leading, int columns) {
      return ((long) leading * columns + ALIGNED - 1) / ALIGNED * ALIGNED;
    }

    private long at(int matrix, int lane) {
      return all[matrix] + Float.BYTES * sizes[matrix] * lane;
    }

    private long place(int matrix, int lane) {
      return (long) Long.BYTES * (matrix * lanes + lane);
    }

    private void fill(int matrix, int count) {
      int seed = Math.min(matrix, 2) + 1; // both results begin alike
      long floats = sizes[matrix] * count;
      launch("fill_random", over(floats), seed, all[matrix], floats);
    }

    /** One batched product of some lanes. */
    void batched(int count) {
      batched(0, count, 2);
    }

    private void batched(int from, int count, int result) {
      long a = arrays + place(0, from);
      blas.multiplyEach(
          handle, form, a, arrays + place(1, from), arrays + place(result, from), count);
    }

    /** As many single products. */
    void singles(int count) {
      for (int lane = 0; lane < count; lane++) {
        blas.multiply(handle, form, at(0, lane), at(1, lane), at(3, lane));
      }
    }

    /** Whether a batch gives each entry the bits of a single product. */
    boolean asSingle(int count) {
      return same(count, () -> singles(count));
    }

    /** Whether a batch gives each entry the bits of a batch of one. */
    boolean asOne(int count) {
      return same(
          count,
          () -> {
            for (int lane = 0; lane < count; lane++) {
              batched(lane, 1, 3);
            }
          });
    }

    private boolean same(int count, Runnable others) {
      fill(2, count);
      fill(3, count);
      batched(count);
      others.run();
      driver.fill(marks, 0, 2, stream);
      long floats = sizes[2] * count;
      launch("compare_bits", over(floats), all[2], all[3], floats, marks);
      driver.copyOut(host, marks, 2 * Integer.BYTES, stream);
      driver.synchronize(stream);
      if (new Pointer(host).getInt(Integer.BYTES) != 0) {
        throw new IllegalStateException("A batch of " + form + " has numbers that are not finite");
      }
      return new Pointer(host).getInt(0) == 0;
    }

    @Override
    public void close() {
      driver.synchronize(stream);
      for (long memory : all) {
        driver.free(memory);
      }
      driver.free(arrays);
    }
  }
}
