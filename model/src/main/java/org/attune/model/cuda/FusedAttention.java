package org.attune.model.cuda;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.CausalAttention;
import org.attune.model.primitive.KeyMask;

/** {@link CausalAttention} without its scores in memory: one kernel forward, two backward. */
final class FusedAttention {

  /** The widest head whose rows fit in a block's shared memory. */
  static final int WIDEST = 256;

  private static final String FILE = "attention";
  private static final int QUERIES = 16; // of a block, as in the CUDA source
  private static final int KEYS = 32;
  private static final int THREADS = 128;

  private FusedAttention() {}

  static Kernel causal(CausalAttention p, Operands<DeviceBuffer> at) {
    DeviceBuffer y = at.out();
    int heads = p.heads();
    int width = y.columns() / heads;
    int length = y.rows() / at.batch();
    int tiles = (length + QUERIES - 1) / QUERIES;
    int blocks = at.batch() * heads * tiles;
    int rowBytes = (width + 1) * Float.BYTES;
    String option = "-DWIDTH=" + width;
    DeviceBuffer logs = at.backward() ? at.keep((long) y.rows() * heads) : null;
    DeviceBuffer kept = at.backward() ? at.keep(y.elements()) : null;
    DeviceBuffer shown = p.mask().map(m -> shown(m, at)).orElse(null);
    int words = p.mask().map(KeyMask::words).orElse(0);
    boolean keys = at.sink(1).wanted() || at.sink(2).wanted();
    int first = at.sink(0).wanted() ? blocks : 0;
    return new Launches()
        .forward(
            Launch.of(y.lane(), FILE, "attention_forward", option)
                .number((float) p.scale())
                .matrices(at.in(0), at.in(1), at.in(2), y)
                .addresses(logs, kept)
                .numbers(heads, length, tiles)
                .address(shown)
                .number(words)
                .sharing((QUERIES + 2 * KEYS) * rowBytes)
                .blocks(blocks, THREADS))
        .backward(
            Launch.of(y.lane(), FILE, "attention_backward", option)
                .number((float) p.scale())
                .matrices(at.in(0), at.in(1), at.in(2), at.outGradient())
                .addresses(logs, kept)
                .to(at.sink(0), at.sink(1), at.sink(2))
                .numbers(first, heads, length, tiles)
                .address(shown)
                .number(words)
                .sharing((2 * QUERIES + 2 * KEYS) * rowBytes)
                .blocks(first + (keys ? blocks : 0), THREADS));
  }

  private static DeviceBuffer shown(KeyMask mask, Operands<DeviceBuffer> at) {
    int[] bits = mask.bits();
    DeviceBuffer kept = at.keep(bits.length);
    kept.upload(bits);
    return kept;
  }
}
