package org.attune.model.cuda;

import java.util.stream.IntStream;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.NormedHeads;
import org.attune.model.primitive.RmsNorm;
import org.attune.model.primitive.Standardise;

/** Norms of rows and of heads. */
final class Norms {

  static final String FILE = "norm";
  private static final int WARP = 32; // threads
  private static final int WARPS = 8; // of a block that sums gains' gradients
  private static final int MOST_BLOCKS = 256; // likewise, whatever the card: the same digits
  private static final int MOST_SHARED = 24 << 10; // bytes of one gain's sums in a block

  private Norms() {}

  private static Launch.Builder launch(DeviceBuffer on, String name) {
    return Launch.of(on.lane(), FILE, name);
  }

  /** Whether a warp's own sums of a gain's gradient fit the memory that a block shares. */
  static boolean fits(int width) {
    return (long) WARPS * width * Float.BYTES <= MOST_SHARED;
  }

  /**
   * The memory from which a norm's adjoint reads; none without an adjoint.
   *
   * @param unit x over its root mean square, dense
   * @param inverse one over each root
   */
  record Kept(DeviceBuffer unit, DeviceBuffer inverse) {

    /**
     * @param items norms of x
     */
    static Kept of(DeviceBuffer x, long items, Operands<DeviceBuffer> at) {
      return at.backward()
          ? new Kept(at.keep(x.elements()).like(x), at.keep(items))
          : new Kept(DeviceBuffer.NONE, DeviceBuffer.NONE);
    }
  }

  /**
   * @param late whether the gain's gradient may come after all adjoints
   */
  static Kernel rms(RmsNorm p, Operands<DeviceBuffer> at, boolean late) {
    DeviceBuffer x = at.in(0);
    Kept kept = Kept.of(x, (long) x.rows() * p.groups(), at);
    Launches k = new Launches();
    k.forward(forward(x, at.in(1), at.out(), kept, p.groups(), p.epsilon()));
    if (at.backward()) {
      backward(at.in(1), at.outGradient(), kept, p.groups(), at, late, k);
    }
    return k;
  }

  /** Norms each of some groups of a row's columns. */
  static Work forward(
      DeviceBuffer x, DeviceBuffer gain, DeviceBuffer y, Kept kept, int groups, double epsilon) {
    int width = x.columns() / groups;
    return launch(x, "rms_forward")
        .number((float) epsilon)
        .matrices(x, gain, y)
        .addresses(kept.unit(), kept.inverse())
        .numbers(groups, width)
        .blocks(x.rows() * groups, width);
  }

  /**
   * The adjoint of norms of x, argument 0, with a gain, argument 1.
   *
   * @param dy the gradient by what is normed
   */
  static void backward(
      DeviceBuffer gain,
      DeviceBuffer dy,
      Kept kept,
      int groups,
      Operands<DeviceBuffer> at,
      boolean late,
      Launches k) {
    int width = dy.columns() / groups;
    int items = dy.rows() * groups;
    if (at.sink(1).wanted() && fits(width)) {
      DeviceBuffer partial = partial(items, width, at);
      k.backward(
          launch(dy, "rms_backward_gains")
              .matrices(gain, dy)
              .addresses(kept.unit(), kept.inverse())
              .sinks(at.sink(0))
              .address(partial)
              .numbers(items, groups, width)
              .sharing(WARPS * width * Float.BYTES)
              .blocks(partial.rows(), WARPS * WARP));
      gain(partial, at.sink(1), at, late, k);
      return;
    }
    Sums.backward(at, k).columns(dy, kept.unit(), Target.of(at.sink(1)), groups);
    k.backward(
        launch(dy, "rms_backward")
            .matrices(gain, dy)
            .addresses(kept.unit(), kept.inverse())
            .to(at.sink(0))
            .numbers(groups, width)
            .blocks(items, width));
  }

  /** What each block has of a gain's gradient: a row. */
  private static DeviceBuffer partial(int items, int columns, Operands<DeviceBuffer> at) {
    int blocks = Math.max(1, Math.min(MOST_BLOCKS, (items + WARPS - 1) / WARPS));
    return at.keep((long) blocks * columns).shaped(blocks, columns);
  }

  /** Sums a gain's gradient over blocks: at once, or together with others after all adjoints. */
  private static void gain(
      DeviceBuffer partial,
      Sink<DeviceBuffer> to,
      Operands<DeviceBuffer> at,
      boolean late,
      Launches k) {
    if (late && to.wanted()) {
      k.backward(at.afterAdjoints(GainSums.class, () -> new GainSums(at)).of(partial, to));
    } else {
      Sums.backward(at, k).columns(partial, DeviceBuffer.NONE, Target.of(to), 1);
    }
  }

  /** Head norms of queries and keys, then rotation. */
  static Kernel heads(NormedHeads p, Operands<DeviceBuffer> at, boolean late) {
    DeviceBuffer y = at.out();
    int count = p.parts().size();
    int width = p.width();
    int heads = y.columns() / width;
    int items = y.rows() * heads;
    int length = y.rows() / at.batch();
    int split = at.in(0).columns() / width;
    DeviceBuffer other = count > 1 ? at.in(1) : DeviceBuffer.NONE;
    DeviceBuffer gain = at.in(count);
    DeviceBuffer otherGain = count > 1 ? at.in(count + 1) : DeviceBuffer.NONE;
    DeviceBuffer table =
        p.base().map(base -> Rearranging.turns(length, width, base, at)).orElse(DeviceBuffer.NONE);
    Kept kept = Kept.of(y, items, at);
    Launches k = new Launches();
    k.forward(
        launch(y, "heads_forward")
            .number((float) p.epsilon())
            .matrices(at.in(0), other, gain, otherGain, table, y)
            .addresses(kept.unit(), kept.inverse())
            .numbers(items, heads, split, width, length)
            .blocks((items + WARPS - 1) / WARPS, WARPS * WARP));
    if (IntStream.range(0, 2 * count).noneMatch(a -> at.sink(a).wanted())) {
      return k;
    }
    DeviceBuffer partial = partial(items, count * width, at);
    k.backward(
        launch(y, "heads_backward")
            .matrices(gain, otherGain, table, at.outGradient())
            .addresses(kept.unit(), kept.inverse())
            .sinks(at.sink(0), at.sink(Math.min(1, count - 1)))
            .address(partial)
            .numbers(items, heads, split, width, length)
            .sharing(WARPS * count * width * Float.BYTES)
            .blocks(partial.rows(), WARPS * WARP));
    for (int g = 0; g < count; g++) {
      gain(partial.columns(g * width, width), at.sink(count + g), at, late, k);
    }
    return k;
  }

  static Kernel standardise(Standardise p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    int centred = p.centred() ? 1 : 0;
    int width = x.columns() / p.heads();
    int blocks = x.rows() * p.heads();
    Kept kept = Kept.of(x, blocks, at);
    return new Launches()
        .forward(
            launch(x, "standardise_forward")
                .number((float) p.epsilon())
                .number(centred)
                .matrices(x, at.out())
                .addresses(kept.unit(), kept.inverse())
                .numbers(p.heads(), width)
                .blocks(blocks, width))
        .backward(
            launch(x, "standardise_backward")
                .number(centred)
                .matrix(at.outGradient())
                .addresses(kept.unit(), kept.inverse())
                .to(at.sink(0))
                .numbers(p.heads(), width)
                .blocks(blocks, width));
  }
}
