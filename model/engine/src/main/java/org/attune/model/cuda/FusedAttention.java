package org.attune.model.cuda;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.CausalAttention;
import org.attune.model.primitive.KeyMask;

/** {@link CausalAttention} without its scores in memory: one kernel forward, one backward. */
final class FusedAttention {

  /** The widest head whose rows fit in a block's shared memory. */
  static final int WIDEST = 256;

  private static final String FILE = "attention";
  private static final int WARP = 32;
  private static final int NARROW = 64; // a block holds many keys of a head this narrow
  private static final int FULL = 256; // blocks that keep a large card busy

  private FusedAttention() {}

  /**
   * A block's share of a head, as in the CUDA source. A warp has {@value #DOWN} threads down and
   * {@value #ACROSS} across.
   *
   * @param down rows of a thread
   * @param across keys of a thread at once
   * @param warps of a block, one below the other
   */
  record Tile(int width, int down, int across, int warps) {

    private static final int DOWN = 4; // threads of a warp
    private static final int ACROSS = 8;
    private static final int WARPS = 4; // of a sequence of several tiles

    /** For heads of a number of sequences. */
    static Tile of(int width, int length, int heads) {
      boolean large = width <= NARROW && (length + 63) / 64 * (long) heads >= FULL;
      int down = large ? 4 : 2;
      int across = width <= NARROW && length > 4 * ACROSS ? 8 : 4;
      int warps = (length + DOWN * down - 1) / (DOWN * down);
      return new Tile(width, down, across, length <= ACROSS * across ? warps : WARPS);
    }

    int rows() {
      return DOWN * down * warps;
    }

    int keys() {
      return ACROSS * across;
    }

    String[] options() {
      return new String[] {
        "-DWIDTH=" + width, "-DDOWN=" + down, "-DACROSS=" + across, "-DTILE_WARPS=" + warps
      };
    }

    /** Bytes of heads' rows, and of rows of weights, in shared memory. */
    int bytes(int rows, int weights) {
      int quads = (width + 3) / 4;
      return (4 * (quads | 1) * rows + (keys() + 8) * weights) * Float.BYTES;
    }
  }

  static Kernel causal(CausalAttention p, Operands<DeviceBuffer> at) {
    DeviceBuffer y = at.out();
    int heads = p.heads();
    int length = y.rows() / at.batch();
    int all = at.batch() * heads;
    Tile tile = Tile.of(y.columns() / heads, length, all);
    int rows = tile.rows();
    int keys = tile.keys();
    int threads = WARP * tile.warps();
    int tiles = (length + rows - 1) / rows;
    DeviceBuffer logs = at.backward() ? at.keep((long) y.rows() * heads) : DeviceBuffer.NONE;
    DeviceBuffer kept = at.backward() ? at.keep(y.elements()) : DeviceBuffer.NONE;
    DeviceBuffer shown = p.mask().map(m -> shown(m, at)).orElse(DeviceBuffer.NONE);
    int words = p.mask().map(KeyMask::words).orElse(0);
    boolean atOnce = tiles == 1 && length <= keys;
    Launch.Builder backward =
        Launch.of(
                y.lane(),
                FILE,
                atOnce ? "attention_backward_at_once" : "attention_backward",
                tile.options())
            .number((float) p.scale())
            .matrices(at.in(0), at.in(1), at.in(2), at.outGradient())
            .addresses(logs, kept)
            .to(at.sink(0), at.sink(1), at.sink(2))
            .numbers(heads, length)
            .address(shown)
            .number(words);
    int bytes = tile.bytes(2 * rows + 2 * keys, 2 * rows);
    int first = at.sink(0).wanted() ? all * tiles : 0;
    int rest = at.sink(1).wanted() || at.sink(2).wanted() ? all * tiles : 0;
    return new Launches()
        .forward(
            Launch.of(y.lane(), FILE, "attention_forward", tile.options())
                .number((float) p.scale())
                .matrices(at.in(0), at.in(1), at.in(2), y)
                .addresses(logs, kept)
                .numbers(heads, length, tiles)
                .address(shown)
                .number(words)
                .sharing(tile.bytes(rows + 2 * keys, rows))
                .threads(all * tiles, threads))
        .backward(
            atOnce
                ? backward.sharing(bytes).threads(all, threads)
                : backward
                    .numbers(tiles, first)
                    .sharing(bytes + 2 * keys * Float.BYTES) // sums of queries
                    .threads(first + rest, threads));
  }

  private static DeviceBuffer shown(KeyMask mask, Operands<DeviceBuffer> at) {
    int[] bits = mask.bits();
    DeviceBuffer kept = at.keep(bits.length);
    kept.upload(bits);
    return kept;
  }
}
