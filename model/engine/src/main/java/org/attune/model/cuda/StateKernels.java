package org.attune.model.cuda;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.StateRecurrence;
import org.attune.model.primitive.StateRecurrence.Update;

/**
 * {@link StateRecurrence} on a card. Warps have columns of a head's state in registers and go from
 * token to token. The forward pass keeps the state before each chunk of tokens; the backward pass
 * computes a chunk's states again. Blocks that share a head give parts of its gradients, which are
 * then added up.
 */
final class StateKernels {

  /** The widest head whose rows fit in the registers of a warp. */
  private static final int WIDEST = 1024;

  private static final String FILE = "states";
  private static final int CHUNK = 32; // tokens
  private static final int WARP = 32;
  private static final int LOADERS = 4; // warps, as in the CUDA source
  private static final int MOST_TILE = 16; // tokens; a power of two, at most CHUNK
  private static final int MOST_SHARED = 96 << 10; // bytes; every card since sm_80 has as many

  private final StateRecurrence primitive;
  private final Operands<DeviceBuffer> at;
  private final DeviceBuffer rates;
  private final int width;
  private final int depth;
  private final int decays;
  private final int decayed; // numbers per head whose derivative is wanted, at most 2
  private final int lanes; // of a column
  private final int rows; // of a lane
  private final int warps; // of a block, without loaders
  private final int splits; // blocks of a head
  private final int blocks;

  private StateKernels(StateRecurrence p, Operands<DeviceBuffer> at) {
    this.primitive = p;
    this.at = at;
    width = p.q().columns() / p.heads();
    depth = p.v().columns() / p.heads();
    decays = p.decay().map(decay -> decay.columns() / p.heads()).orElse(0);
    boolean wanted = at.backward() && p.decay().isPresent() && at.sink(3).wanted();
    decayed = wanted ? Math.min(2, decays) : 0;
    lanes = width <= 64 ? 4 : Math.min(WARP, power(width, 16));
    rows = Math.max(4, power(width, lanes));
    int across = WARP / lanes;
    int all = (depth + across - 1) / across;
    int most = rows > 16 ? 4 : 8;
    splits = (all + most - 1) / most;
    warps = (all + splits - 1) / splits;
    blocks = at.batch() * p.heads() * splits;
    float[] values = new float[p.heads()];
    for (int h = 0; h < values.length; h++) {
      values[h] = p.rates().get(h).floatValue();
    }
    rates = at.keep(values.length);
    rates.upload(values);
  }

  /** The least power of two that many times {@code by} is at least {@code width}. */
  private static int power(int width, int by) {
    int n = 1;
    while (n * by < width) {
      n *= 2;
    }
    return n;
  }

  /** Returns whether a head's columns fit into registers. */
  static boolean fits(StateRecurrence p) {
    return p.q().columns() / p.heads() <= WIDEST;
  }

  /** Bytes of a block's shared memory with tiles of some tokens, as in the CUDA source. */
  private int shared(int tokens, boolean back) {
    int wide = rows * lanes;
    int columns = warps * WARP / lanes;
    int floats = 2 * ((tokens * (3 * wide + 2 * columns + 1) + 3) / 4 * 4);
    if (back) {
      int each = decayed == 2 ? wide : decayed;
      floats += 2 * tokens * (warps * (wide + each) + 2 * columns) + CHUNK * columns;
    }
    return floats * Float.BYTES;
  }

  static Kernel of(StateRecurrence p, Operands<DeviceBuffer> at) {
    return new StateKernels(p, at).kernel();
  }

  private Kernel kernel() {
    long size = (long) warps * WARP * rows;
    long chunks = ((long) primitive.q().length() + CHUNK - 1) / CHUNK;
    DeviceBuffer kept = at.backward() ? at.keep(blocks * chunks * size) : DeviceBuffer.NONE;
    Launches work = new Launches();
    work.forward(shaped(operands("read_states").matrix(at.out()).address(kept), false));
    if (!at.backward()) {
      return work;
    }
    boolean remembers = primitive.update() == Update.CORRECT || decayed > 0;
    Launch.Builder back =
        operands("read_states_back")
            .matrix(at.outGradient())
            .addresses(
                kept, remembers ? at.scratch(0, (long) blocks * CHUNK * size) : DeviceBuffer.NONE);
    List<Work> additions = new ArrayList<>();
    add(back, Optional.of(at.sink(0)), additions);
    add(back, Optional.of(at.sink(1)), additions);
    back.sinks(at.sink(2)); // a block has its values to itself
    add(back, primitive.decay().map(decay -> at.sink(3)), additions);
    add(back, primitive.write().map(write -> at.sink(primitive.writeInput())), additions);
    work.backward(shaped(back, true));
    additions.forEach(work::backward);
    return work;
  }

  /** Adds a gradient that is a sum over a head's blocks. */
  private void add(Launch.Builder back, Optional<Sink<DeviceBuffer>> given, List<Work> additions) {
    if (given.filter(Sink::wanted).isEmpty()) {
      back.put(DeviceBuffer.NONE);
      return;
    }
    Sink<DeviceBuffer> sink = given.get();
    if (splits == 1) {
      back.sinks(sink);
    } else {
      DeviceBuffer to = sink.buffer();
      DeviceBuffer parts =
          at.scratch(1 + additions.size(), splits * to.elements())
              .shaped(splits * to.rows(), to.columns());
      back.put(parts);
      additions.add(
          Launch.of(to.lane(), FILE, "add_splits", options())
              .matrix(parts)
              .number(splits)
              .to(sink)
              .over(to));
    }
  }

  private String[] options() {
    return new String[] {
      "-DROWS=" + rows,
      "-DLANES=" + lanes,
      "-DCORRECTS=" + (primitive.update() == Update.CORRECT ? 1 : 0),
      "-DDECAYED=" + decayed
    };
  }

  private Launch.Builder operands(String name) {
    DeviceBuffer decay = primitive.decay().map(p -> at.in(3)).orElse(DeviceBuffer.NONE);
    DeviceBuffer write =
        primitive.write().map(p -> at.in(primitive.writeInput())).orElse(DeviceBuffer.NONE);
    return Launch.of(at.out().lane(), FILE, name, options())
        .matrices(at.in(0), at.in(1), at.in(2), decay, write)
        .address(rates);
  }

  private Work shaped(Launch.Builder launch, boolean back) {
    int tile = MOST_TILE;
    while (tile > 1 && shared(tile, back) > MOST_SHARED) {
      tile /= 2;
    }
    return launch
        .numbers(primitive.heads(), primitive.q().length(), width, depth, decays)
        .number((float) primitive.scale())
        .numbers(CHUNK, tile, splits)
        .sharing(shared(tile, back))
        .threads(blocks, (warps + LOADERS) * WARP);
  }
}
