package org.attune.model.cuda;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.StateRecurrence;
import org.attune.model.primitive.StateRecurrence.Update;

/**
 * {@link StateRecurrence} on a card. One block takes each head of each sequence from token to
 * token, with the state in shared memory. The forward pass keeps the state before each chunk of
 * tokens; the backward pass computes a chunk's states again.
 */
final class StateKernels {

  private static final String FILE = "states";
  private static final int CHUNK = 32;
  private static final int BLOCK = 256;

  /** Bytes of shared memory that a block may have on any GPU since sm_80. */
  private static final int MOST_SHARED = 160 << 10;

  private final StateRecurrence primitive;
  private final Operands<DeviceBuffer> at;
  private final DeviceBuffer rates;
  private final int width;
  private final int depth;
  private final int blocks;

  private StateKernels(StateRecurrence p, Operands<DeviceBuffer> at) {
    this.primitive = p;
    this.at = at;
    width = p.q().columns() / p.heads();
    depth = p.v().columns() / p.heads();
    blocks = at.batch() * p.heads();
    float[] values = new float[p.heads()];
    for (int h = 0; h < values.length; h++) {
      values[h] = p.rates().get(h).floatValue();
    }
    rates = at.keep(values.length);
    rates.upload(values);
  }

  /** Returns whether a head's state fits into a block's shared memory. */
  static boolean fits(StateRecurrence p) {
    return shared(p.q().columns() / p.heads(), p.v().columns() / p.heads()) <= MOST_SHARED;
  }

  private static int shared(int width, int depth) {
    return (width * depth + 5 * width + 3 * depth) * Float.BYTES;
  }

  static Kernel of(StateRecurrence p, Operands<DeviceBuffer> at) {
    return new StateKernels(p, at).kernel();
  }

  private Kernel kernel() {
    int length = primitive.q().length();
    long size = (long) width * depth;
    long chunks = (length + CHUNK - 1) / CHUNK;
    DeviceBuffer kept = at.backward() ? at.keep(blocks * chunks * size) : null;
    Launches work = new Launches();
    work.forward(shaped(operands("read_states").matrix(at.out()).address(kept), length));
    if (!at.backward()) {
      return work;
    }
    Launch.Builder back =
        operands("read_states_back")
            .matrix(at.outGradient())
            .addresses(kept, at.scratch(0, blocks * (CHUNK + 1) * size))
            .address(at.scratch(1, (long) blocks * CHUNK * depth))
            .sinks(at.sink(0), at.sink(1), at.sink(2));
    back = primitive.decay().isPresent() ? back.sinks(at.sink(3)) : back.put(null);
    back =
        primitive.write().isPresent()
            ? back.sinks(at.sink(primitive.writeInput()))
            : back.put(null);
    return work.backward(shaped(back, length));
  }

  private Launch.Builder operands(String name) {
    DeviceBuffer decay = primitive.decay().isPresent() ? at.in(3) : null;
    DeviceBuffer write = primitive.write().isPresent() ? at.in(primitive.writeInput()) : null;
    return Launch.of(at.out().lane(), FILE, name)
        .matrices(at.in(0), at.in(1), at.in(2), decay, write)
        .address(rates);
  }

  private Launch shaped(Launch.Builder launch, int length) {
    int heads = primitive.heads();
    int decays = primitive.decay().map(decay -> decay.columns() / heads).orElse(0);
    int corrects = primitive.update() == Update.CORRECT ? 1 : 0;
    return launch
        .numbers(heads, length, width, depth, decays, corrects)
        .number((float) primitive.scale())
        .number(CHUNK)
        .sharing(shared(width, depth))
        .blocks(blocks, BLOCK);
  }
}
