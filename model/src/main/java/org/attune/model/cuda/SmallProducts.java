package org.attune.model.cuda;

import static org.attune.model.cuda.Product.plain;
import static org.attune.model.cuda.Product.transposed;

import org.attune.model.cuda.Product.Factor;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.GatedResidual;
import org.attune.model.primitive.NormedProduct;

/**
 * Products together with what comes before or after them, in one launch each where they are small
 * and in float32. Larger ones are cuBLAS's, with launches of their own before and after.
 */
final class SmallProducts {

  private static final String FILE = "products";
  private static final int TILE = 64; // as in the CUDA source
  private static final int THREADS = 256;
  private static final int PART_TERMS = 128;
  private static final int MOST_PARTS = 16; // of a weight's gradient
  private static final int MOST_PIECES = 4; // of a factor's gradient
  private static final int FILLING =
      256; // blocks that fill a card, whatever the card: the same digits
  private static final long MOST = // multiplications: beyond, a node's cost is lost
      Long.getLong("attune.cuda.small-products", 1L << 28);

  private SmallProducts() {}

  private static Launch.Builder launch(DeviceBuffer on, String name) {
    return Launch.of(on.lane(), FILE, name);
  }

  /** Whether a product, and those of its adjoint, are small. */
  private static boolean fits(DeviceBuffer a, DeviceBuffer y) {
    return !a.lane().reduced() && (double) a.elements() * y.columns() <= MOST;
  }

  private static int tiles(int rows, int columns) {
    return Math.multiplyExact((rows + TILE - 1) / TILE, (columns + TILE - 1) / TILE);
  }

  /**
   * Adds the adjoints of {@code y = a w}, or of {@code y = a w'} when turned.
   *
   * @param da of the first factor
   * @param dw of the weights
   */
  static void backward(
      DeviceBuffer a,
      DeviceBuffer w,
      boolean turned,
      Sink<DeviceBuffer> da,
      Sink<DeviceBuffer> dw,
      Operands<DeviceBuffer> at,
      Launches k) {
    DeviceBuffer dy = at.outGradient();
    if (fits(a, dy) && da.wanted() && dw.wanted()) {
      pair(a, w, dy, turned, Target.of(da), dw, at, k);
    } else {
      k.backward(Product.of(plain(dy), new Factor(w, !turned), Target.of(da), 1));
      weights(a, dy, turned, dw, k);
    }
  }

  private static void weights(
      DeviceBuffer a, DeviceBuffer dy, boolean turned, Sink<DeviceBuffer> dw, Launches k) {
    Target to = Target.of(dw);
    k.backward(
        turned
            ? Product.of(transposed(dy), plain(a), to, 1)
            : Product.of(transposed(a), plain(dy), to, 1));
  }

  /** Both factors' gradients, which are wanted, in one launch. */
  private static void pair(
      DeviceBuffer a,
      DeviceBuffer w,
      DeviceBuffer dy,
      boolean turned,
      Target da,
      Sink<DeviceBuffer> dw,
      Operands<DeviceBuffer> at,
      Launches k) {
    Launch.Builder launch = launch(a, "product_backward").matrices(a, w, dy).also(da);
    k.backward(tiles(launch, true, a, dy, dw, at, turned ? 1 : 0));
  }

  /** The rest of a launch that makes the first factor's gradient and that of the weights. */
  private static Work tiles(
      Launch.Builder launch,
      boolean wanted,
      DeviceBuffer a,
      DeviceBuffer dy,
      Sink<DeviceBuffer> dw,
      Operands<DeviceBuffer> at,
      int... more) {
    int factors = tiles(a.rows(), a.columns());
    int pieces = parts(dy.columns(), Math.min(MOST_PIECES, FILLING / factors));
    int first = wanted ? factors * pieces : 0;
    int weights = dw.wanted() ? tiles(a.columns(), dy.columns()) : 0;
    int parts = parts(a.rows(), MOST_PARTS);
    int blocks = first + weights * parts;
    boolean split = (wanted && pieces > 1) || (weights > 0 && parts > 1);
    return launch
        .sinks(dw)
        .address(split ? at.scratch(1, (long) blocks * TILE * TILE) : null)
        .address(split ? at.keep(factors + weights) : null)
        .numbers(wanted ? 1 : 0, pieces, parts)
        .numbers(more)
        .numbers(a.rows(), a.columns(), dy.columns())
        .threads(blocks, THREADS);
  }

  /** The parts of so many terms of a sum, for blocks that sum at once. */
  private static int parts(int terms, int most) {
    return Math.max(1, Math.min(most, terms / PART_TERMS));
  }

  /** Memory for what a product reads: kept for an adjoint, else needed only by a large one. */
  private static DeviceBuffer between(DeviceBuffer like, boolean fits, Operands<DeviceBuffer> at) {
    if (at.backward()) {
      return at.keep(like.elements()).like(like);
    }
    return fits ? null : at.scratch(0, like.elements()).like(like);
  }

  /**
   * @param late whether the gain's gradient may come after all adjoints
   */
  static Kernel normed(NormedProduct p, Operands<DeviceBuffer> at, boolean late) {
    DeviceBuffer x = at.in(0);
    DeviceBuffer gain = at.in(1);
    DeviceBuffer w = at.in(2);
    DeviceBuffer y = at.out();
    boolean fits = fits(x, y);
    boolean turned = p.transposed();
    Norms.Kept kept = Norms.Kept.of(x, x.rows(), at);
    DeviceBuffer normed = between(x, fits, at);
    Launches k = new Launches();
    if (fits) {
      k.forward(
          launch(x, "normed_product")
              .number((float) p.epsilon())
              .matrices(x, gain, w, y)
              .addresses(normed, kept.unit(), kept.inverse())
              .numbers(turned ? 1 : 0, x.rows(), x.columns(), y.columns())
              .threads(tiles(x.rows(), y.columns()), THREADS));
    } else {
      k.forward(Norms.forward(x, gain, normed, kept, 1, p.epsilon()));
      k.forward(Product.of(plain(normed), new Factor(w, turned), Target.of(y), 1));
    }
    if (!at.backward()) {
      return k;
    }
    DeviceBuffer dy = at.outGradient();
    boolean wanted = at.sink(0).wanted() || at.sink(1).wanted();
    DeviceBuffer dn = wanted ? at.scratch(0, x.elements()).like(x) : null;
    Target to = Target.of(dn);
    if (fits && wanted && at.sink(2).wanted()) {
      pair(normed, w, dy, turned, to, at.sink(2), at, k);
    } else {
      weights(normed, dy, turned, at.sink(2), k);
      k.backward(Product.of(plain(dy), new Factor(w, !turned), to, 1));
    }
    if (wanted) {
      Norms.backward(gain, dn, kept, 1, at, late, k);
    }
    return k;
  }

  static Kernel gated(GatedResidual p, Operands<DeviceBuffer> at) {
    DeviceBuffer y = at.out();
    DeviceBuffer gate = at.in(1);
    DeviceBuffer up = at.in(2);
    DeviceBuffer w = at.in(3);
    int f = Elementwise.code(p.function());
    boolean fits = fits(up, y);
    DeviceBuffer gated = between(up, fits, at);
    Launches k = new Launches();
    if (fits) {
      k.forward(
          launch(y, "gated_product")
              .number(f)
              .matrices(at.inPlace() ? y : at.in(0), gate, up, w, y)
              .address(gated)
              .numbers(up.rows(), up.columns(), y.columns())
              .threads(tiles(up.rows(), y.columns()), THREADS));
    } else {
      k.forward(Elementwise.gated(f, gate, up, gated));
      if (!at.inPlace()) {
        k.forward(Elementwise.copy(at.in(0), Target.of(y)));
      }
      k.forward(Product.of(plain(gated), plain(w), Target.adding(y), 1));
    }
    if (!at.backward()) {
      return k;
    }
    DeviceBuffer dy = at.outGradient();
    boolean wanted = at.sink(1).wanted() || at.sink(2).wanted();
    if (fits && (wanted || at.sink(3).wanted())) {
      Launch.Builder launch =
          launch(y, "gated_product_backward")
              .number(f)
              .matrices(gate, up, gated, w, dy)
              .sinks(at.sink(1), at.sink(2));
      k.backward(tiles(launch, wanted, gated, dy, at.sink(3), at));
    } else {
      weights(gated, dy, false, at.sink(3), k);
      if (wanted) {
        DeviceBuffer da = at.scratch(0, up.elements()).like(up);
        k.backward(Product.of(plain(dy), transposed(w), Target.of(da), 1));
        k.backward(Elementwise.gatedBackward(f, gate, up, da, at.sink(1), at.sink(2)));
      }
    }
    return k.backward(Elementwise.copy(dy, at.sink(0)));
  }
}
