package org.attune.model.cuda;

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

  /** Whether a warp's own sums of a gain's gradient fit the memory that a block shares. */
  static boolean fits(int width) {
    return (long) WARPS * width * Float.BYTES <= MOST_SHARED;
  }

  /**
   * What a norm's adjoint reads.
   *
   * @param unit x over its root mean square, dense; null if there is no adjoint
   * @param inverse one over each root
   */
  record Kept(DeviceBuffer unit, DeviceBuffer inverse) {
    static final Kept NONE = new Kept(null, null);

    /**
     * @param items norms of x
     */
    static Kept of(DeviceBuffer x, int items, Operands<DeviceBuffer> at) {
      return new Kept(
          at.keep(x.elements()).at(0, x.rows(), x.columns(), x.columns()), at.keep(items));
    }
  }

  /**
   * @param late whether the gain's gradient may come after all adjoints
   */
  static Kernel rms(RmsNorm p, Operands<DeviceBuffer> at, boolean late) {
    DeviceBuffer x = at.in(0);
    Kept kept = at.backward() ? Kept.of(x, x.rows() * p.groups(), at) : Kept.NONE;
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
    return Launch.of(x.lane(), FILE, "rms_forward")
        .number((float) epsilon)
        .matrix(x)
        .matrix(gain)
        .matrix(y)
        .address(kept.unit())
        .address(kept.inverse())
        .number(groups)
        .number(width)
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
          Launch.of(dy.lane(), FILE, "rms_backward_gains")
              .matrix(gain)
              .matrix(dy)
              .address(kept.unit())
              .address(kept.inverse())
              .sink(at.sink(0))
              .address(partial)
              .number(items)
              .number(groups)
              .number(width)
              .sharing(WARPS * width * Float.BYTES)
              .blocks(partial.rows(), WARPS * WARP));
      gain(partial, at.sink(1), at, late, k);
      return;
    }
    if (at.sink(1).wanted()) {
      Sums.backward(at, k).columns(dy, kept.unit(), at.sink(1), groups);
    }
    if (at.sink(0).wanted()) {
      k.backward(
          Launch.of(dy.lane(), FILE, "rms_backward")
              .matrix(gain)
              .matrix(dy)
              .address(kept.unit())
              .address(kept.inverse())
              .sink(at.sink(0))
              .number(groups)
              .number(width)
              .blocks(items, width));
    }
  }

  /** What each block has of a gain's gradient: a row. */
  private static DeviceBuffer partial(int items, int columns, Operands<DeviceBuffer> at) {
    int blocks = Math.max(1, Math.min(MOST_BLOCKS, (items + WARPS - 1) / WARPS));
    return at.keep((long) blocks * columns).at(0, blocks, columns, columns);
  }

  /** Sums a gain's gradient over blocks: at once, or together with others after all adjoints. */
  private static void gain(
      DeviceBuffer partial,
      Sink<DeviceBuffer> to,
      Operands<DeviceBuffer> at,
      boolean late,
      Launches k) {
    if (!to.wanted()) {
      return;
    }
    if (late) {
      k.backward(at.afterAdjoints(GainSums.class, () -> new GainSums(at)).of(partial, to));
    } else {
      Sums.backward(at, k).columns(partial, null, to, 1);
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
    DeviceBuffer other = count > 1 ? at.in(1) : null;
    DeviceBuffer gain = at.in(count);
    DeviceBuffer otherGain = count > 1 ? at.in(count + 1) : null;
    DeviceBuffer table =
        p.base().map(base -> Rearranging.turns(length, width, base, at)).orElse(null);
    DeviceBuffer unit = at.backward() ? at.keep(y.elements()) : null;
    DeviceBuffer inverse = at.backward() ? at.keep(items) : null;
    Launches k = new Launches();
    k.forward(
        Launch.of(y.lane(), FILE, "heads_forward")
            .number((float) p.epsilon())
            .matrix(at.in(0))
            .matrix(other)
            .matrix(gain)
            .matrix(otherGain)
            .matrix(table)
            .matrix(y)
            .address(unit)
            .address(inverse)
            .number(items)
            .number(heads)
            .number(split)
            .number(width)
            .number(length)
            .blocks((items + WARPS - 1) / WARPS, WARPS * WARP));
    if (!at.backward()) {
      return k;
    }
    boolean wanted = false;
    for (int a = 0; a < 2 * count; a++) {
      wanted |= at.sink(a).wanted();
    }
    if (!wanted) {
      return k;
    }
    DeviceBuffer partial = partial(items, count * width, at);
    k.backward(
        Launch.of(y.lane(), FILE, "heads_backward")
            .matrix(gain)
            .matrix(otherGain)
            .matrix(table)
            .matrix(at.outGradient())
            .address(unit)
            .address(inverse)
            .sink(at.sink(0))
            .sink(at.sink(Math.min(1, count - 1)))
            .address(partial)
            .number(items)
            .number(heads)
            .number(split)
            .number(width)
            .number(length)
            .sharing(WARPS * count * width * Float.BYTES)
            .blocks(partial.rows(), WARPS * WARP));
    for (int g = 0; g < count; g++) {
      DeviceBuffer own = partial.at((long) g * width, partial.rows(), width, count * width);
      gain(own, at.sink(count + g), at, late, k);
    }
    return k;
  }

  static Kernel standardise(Standardise p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    int width = x.columns() / p.heads();
    int blocks = x.rows() * p.heads();
    DeviceBuffer unit = at.backward() ? at.keep(x.elements()) : null;
    DeviceBuffer inverse = at.backward() ? at.keep(blocks) : null;
    Launches k = new Launches();
    k.forward(
        Launch.of(x.lane(), FILE, "standardise_forward")
            .number((float) p.epsilon())
            .number(p.centred() ? 1 : 0)
            .matrix(x)
            .matrix(at.out())
            .address(unit)
            .address(inverse)
            .number(p.heads())
            .number(width)
            .blocks(blocks, width));
    if (at.sink(0).wanted()) {
      k.backward(
          Launch.of(x.lane(), FILE, "standardise_backward")
              .number(p.centred() ? 1 : 0)
              .matrix(at.outGradient())
              .address(unit)
              .address(inverse)
              .sink(at.sink(0))
              .number(p.heads())
              .number(width)
              .blocks(blocks, width));
    }
    return k;
  }
}
