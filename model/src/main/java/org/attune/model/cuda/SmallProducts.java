package org.attune.model.cuda;

import static org.attune.model.cuda.Product.plain;
import static org.attune.model.cuda.Product.transposed;

import java.util.function.UnaryOperator;
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
  private static final int PART_ROWS = 128; // of a weight's gradient
  private static final int MOST_PARTS = 16;
  private static final long MOST = // multiplications: beyond, a node's cost is lost
      Long.getLong("attune.cuda.small-products", 1L << 28);

  private SmallProducts() {}

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
      pair(a, w, dy, turned, b -> b.sink(da), true, dw, at, k);
      return;
    }
    if (da.wanted()) {
      k.backward(Product.give(plain(dy), turned ? plain(w) : transposed(w), da, 1));
    }
    weights(a, dy, turned, dw, k);
  }

  private static void weights(
      DeviceBuffer a, DeviceBuffer dy, boolean turned, Sink<DeviceBuffer> dw, Launches k) {
    if (dw.wanted()) {
      k.backward(
          turned
              ? Product.give(transposed(dy), plain(a), dw, 1)
              : Product.give(transposed(a), plain(dy), dw, 1));
    }
  }

  private static void pair(
      DeviceBuffer a,
      DeviceBuffer w,
      DeviceBuffer dy,
      boolean turned,
      UnaryOperator<Launch.Builder> da,
      boolean wanted,
      Sink<DeviceBuffer> dw,
      Operands<DeviceBuffer> at,
      Launches k) {
    Launch.Builder launch =
        da.apply(Launch.of(a.lane(), FILE, "product_backward").matrix(a).matrix(w).matrix(dy));
    k.backward(tiles(launch, wanted, a, dy, dw, at, b -> b.number(turned ? 1 : 0)));
  }

  /** The rest of a launch that makes the first factor's gradient and that of the weights. */
  private static Work tiles(
      Launch.Builder launch,
      boolean wanted,
      DeviceBuffer a,
      DeviceBuffer dy,
      Sink<DeviceBuffer> dw,
      Operands<DeviceBuffer> at,
      UnaryOperator<Launch.Builder> more) {
    int first = wanted ? tiles(a.rows(), a.columns()) : 0;
    int tiles = dw.wanted() ? tiles(a.columns(), dy.columns()) : 0;
    int parts = Math.max(1, Math.min(MOST_PARTS, a.rows() / PART_ROWS));
    boolean split = tiles > 0 && parts > 1;
    launch
        .sink(dw)
        .address(split ? at.scratch(1, (long) tiles * parts * TILE * TILE) : null)
        .address(split ? at.keep(tiles) : null)
        .number(first)
        .number(parts);
    return more.apply(launch)
        .number(a.rows())
        .number(a.columns())
        .number(dy.columns())
        .threads(first + tiles * parts, THREADS);
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
    Norms.Kept kept = at.backward() ? Norms.Kept.of(x, x.rows(), at) : Norms.Kept.NONE;
    DeviceBuffer normed =
        at.backward()
            ? at.keep(x.elements()).at(0, x.rows(), x.columns(), x.columns())
            : fits ? null : at.scratch(0, x.elements()).at(0, x.rows(), x.columns(), x.columns());
    Launches k = new Launches();
    if (fits) {
      k.forward(
          Launch.of(x.lane(), FILE, "normed_product")
              .number((float) p.epsilon())
              .matrix(x)
              .matrix(gain)
              .matrix(w)
              .matrix(y)
              .address(normed)
              .address(kept.unit())
              .address(kept.inverse())
              .number(turned ? 1 : 0)
              .number(x.rows())
              .number(x.columns())
              .number(y.columns())
              .threads(tiles(x.rows(), y.columns()), THREADS));
    } else {
      k.forward(Norms.forward(x, gain, normed, kept, 1, p.epsilon()));
      k.forward(Product.put(plain(normed), turned ? transposed(w) : plain(w), y, 1));
    }
    if (!at.backward()) {
      return k;
    }
    DeviceBuffer dy = at.outGradient();
    boolean wanted = at.sink(0).wanted() || at.sink(1).wanted();
    DeviceBuffer dn =
        wanted ? at.scratch(0, x.elements()).at(0, x.rows(), x.columns(), x.columns()) : null;
    if (fits && wanted && at.sink(2).wanted()) {
      pair(normed, w, dy, turned, b -> b.put(dn), true, at.sink(2), at, k);
    } else {
      weights(normed, dy, turned, at.sink(2), k);
      if (wanted) {
        k.backward(Product.put(plain(dy), turned ? plain(w) : transposed(w), dn, 1));
      }
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
    int rows = up.rows();
    int inner = up.columns();
    boolean fits = fits(up, y);
    DeviceBuffer gated =
        at.backward()
            ? at.keep(up.elements()).at(0, rows, inner, inner)
            : fits ? null : at.scratch(0, up.elements()).at(0, rows, inner, inner);
    Launches k = new Launches();
    if (fits) {
      k.forward(
          Launch.of(y.lane(), FILE, "gated_product")
              .number(f)
              .matrix(at.inPlace() ? y : at.in(0))
              .matrix(gate)
              .matrix(up)
              .matrix(w)
              .matrix(y)
              .address(gated)
              .number(rows)
              .number(inner)
              .number(y.columns())
              .threads(tiles(rows, y.columns()), THREADS));
    } else {
      k.forward(Elementwise.gated(f, gate, up, gated));
      if (!at.inPlace()) {
        k.forward(Elementwise.put(at.in(0), y));
      }
      k.forward(Product.add(plain(gated), plain(w), y, 1));
    }
    if (!at.backward()) {
      return k;
    }
    DeviceBuffer dy = at.outGradient();
    boolean wanted = at.sink(1).wanted() || at.sink(2).wanted();
    if (fits && (wanted || at.sink(3).wanted())) {
      Launch.Builder launch =
          Launch.of(y.lane(), FILE, "gated_product_backward")
              .number(f)
              .matrix(gate)
              .matrix(up)
              .matrix(gated)
              .matrix(w)
              .matrix(dy)
              .sink(at.sink(1))
              .sink(at.sink(2));
      k.backward(tiles(launch, wanted, gated, dy, at.sink(3), at, b -> b));
    } else {
      weights(gated, dy, false, at.sink(3), k);
      if (wanted) {
        DeviceBuffer da = at.scratch(0, up.elements()).at(0, rows, inner, inner);
        k.backward(Product.put(plain(dy), transposed(w), da, 1));
        k.backward(Elementwise.gatedBackward(f, gate, up, da, at.sink(1), at.sink(2)));
      }
    }
    if (at.sink(0).wanted()) {
      k.backward(Elementwise.copy(dy, at.sink(0)));
    }
    return k;
  }
}
