package org.attune.model.cuda;

import static org.attune.model.cuda.Product.plain;
import static org.attune.model.cuda.Product.transposed;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.HeadwiseMatmul;
import org.attune.model.primitive.Matmul;
import org.attune.model.primitive.Mix;
import org.attune.model.primitive.Residual;
import org.attune.model.primitive.Scores;
import org.attune.model.primitive.StackProduct;

/** Primitives that are matrix products, of whole matrices or of each head's matrices. */
final class ProductKernels {

  private static final int NUMBERS = 6; // of four bytes: three addresses

  private ProductKernels() {}

  static Kernel matmul(Matmul p, Operands<DeviceBuffer> at) {
    DeviceBuffer a = at.in(0);
    DeviceBuffer b = at.in(1);
    Launches k = new Launches();
    k.forward(Product.put(plain(a), p.transposed() ? transposed(b) : plain(b), at.out(), 1));
    if (at.backward()) {
      SmallProducts.backward(a, b, p.transposed(), at.sink(0), at.sink(1), at, k);
    }
    return k;
  }

  static Kernel residual(Residual p, Operands<DeviceBuffer> at) {
    DeviceBuffer y = at.out();
    DeviceBuffer a = at.in(1);
    DeviceBuffer w = at.in(2);
    Launches k = new Launches();
    if (!at.inPlace()) {
      k.forward(Elementwise.put(at.in(0), y));
    }
    k.forward(Product.add(plain(a), plain(w), y, 1));
    if (at.backward()) {
      SmallProducts.backward(a, w, false, at.sink(1), at.sink(2), at, k);
    }
    if (at.sink(0).wanted()) {
      k.backward(Elementwise.copy(at.outGradient(), at.sink(0)));
    }
    return k;
  }

  /** Token rows, addressed by head: the offset for each of (B, H). */
  private record HeadRows(DeviceBuffer all, int heads, int length) {

    static HeadRows of(DeviceBuffer all, int heads, int batch) {
      return new HeadRows(all, heads, all.rows() / batch);
    }

    int width() {
      return all.columns() / heads;
    }

    /** The first head of the first sequence, of another matrix of the same layout. */
    DeviceBuffer first(DeviceBuffer matrix) {
      return matrix.at(0, length, width(), matrix.stride());
    }

    Product.Places places(DeviceBuffer matrix) {
      return i -> (long) (i / heads) * length * matrix.stride() + (long) (i % heads) * width();
    }
  }

  /** A stack of scores: (B, H, queries, keys). */
  private record ScoreRows(int queries, int keys) {
    DeviceBuffer first(DeviceBuffer matrix) {
      return matrix.at(0, queries, keys, matrix.stride());
    }

    Product.Places places(DeviceBuffer matrix) {
      return i -> (long) i * queries * matrix.stride();
    }
  }

  /** Products between token rows and stacks of scores, for all heads of all sequences. */
  private static final class PerHead {
    private final Operands<DeviceBuffer> at;
    private final int count;

    PerHead(Operands<DeviceBuffer> at, int heads) {
      this.at = at;
      count = at.batch() * heads;
    }

    /** {@code s = scale a b'}. */
    Product scores(
        HeadRows a, DeviceBuffer left, HeadRows b, DeviceBuffer right, Target s, double scale) {
      ScoreRows rows = new ScoreRows(a.length(), b.length());
      return Product.each(
          plain(a.first(left)),
          transposed(b.first(right)),
          rows.first(s.buffer()),
          scale,
          s.sink(),
          new Product.Each(count, a.places(left), b.places(right), rows.places(s.buffer())),
          at.keep((long) NUMBERS * count));
    }

    /** {@code y = scale s v}, or {@code scale s' v}. */
    Product mixed(
        DeviceBuffer s,
        boolean turned,
        HeadRows v,
        DeviceBuffer values,
        HeadRows y,
        Target to,
        double scale) {
      ScoreRows rows =
          turned ? new ScoreRows(v.length(), y.length()) : new ScoreRows(y.length(), v.length());
      DeviceBuffer first = rows.first(s);
      return Product.each(
          turned ? transposed(first) : plain(first),
          plain(v.first(values)),
          y.first(to.buffer()),
          scale,
          to.sink(),
          new Product.Each(count, rows.places(s), v.places(values), y.places(to.buffer())),
          at.keep((long) NUMBERS * count));
    }
  }

  /** A product's destination: a buffer to overwrite, or a sink. */
  private record Target(DeviceBuffer buffer, org.attune.model.engine.Sink<DeviceBuffer> sink) {
    static Target of(DeviceBuffer buffer) {
      return new Target(buffer, null);
    }

    static Target of(org.attune.model.engine.Sink<DeviceBuffer> sink) {
      return new Target(sink.buffer(), sink);
    }
  }

  static Kernel scores(Scores p, Operands<DeviceBuffer> at) {
    PerHead each = new PerHead(at, p.heads());
    HeadRows q = HeadRows.of(at.in(0), p.heads(), at.batch());
    HeadRows k = HeadRows.of(at.in(1), p.heads(), at.batch());
    Launches work = new Launches();
    work.forward(each.scores(q, at.in(0), k, at.in(1), Target.of(at.out()), p.scale()));
    if (at.sink(0).wanted()) {
      work.backward(
          each.mixed(at.outGradient(), false, k, at.in(1), q, Target.of(at.sink(0)), p.scale()));
    }
    if (at.sink(1).wanted()) {
      work.backward(
          each.mixed(at.outGradient(), true, q, at.in(0), k, Target.of(at.sink(1)), p.scale()));
    }
    return work;
  }

  static Kernel mix(Mix p, Operands<DeviceBuffer> at) {
    int heads = p.weights().size(1);
    PerHead each = new PerHead(at, heads);
    HeadRows v = HeadRows.of(at.in(1), heads, at.batch());
    HeadRows y = HeadRows.of(at.out(), heads, at.batch());
    Launches work = new Launches();
    work.forward(each.mixed(at.in(0), false, v, at.in(1), y, Target.of(at.out()), 1));
    if (at.sink(0).wanted()) {
      work.backward(each.scores(y, at.outGradient(), v, at.in(1), Target.of(at.sink(0)), 1));
    }
    if (at.sink(1).wanted()) {
      work.backward(each.mixed(at.in(0), true, y, at.outGradient(), v, Target.of(at.sink(1)), 1));
    }
    return work;
  }

  static Kernel headwise(HeadwiseMatmul p, Operands<DeviceBuffer> at) {
    int heads = p.heads();
    DeviceBuffer x = at.in(0);
    DeviceBuffer w = at.in(1);
    DeviceBuffer y = at.out();
    HeadRows from = HeadRows.of(x, heads, 1);
    HeadRows to = HeadRows.of(y, heads, 1);
    Launches k = new Launches();
    k.forward(
        Product.each(
            plain(from.first(x)),
            plain(w),
            to.first(y),
            1,
            null,
            new Product.Each(heads, from.places(x), h -> 0, to.places(y)),
            at.keep((long) NUMBERS * heads)));
    k.forward(Combining.combine(0, y, at.in(2), y));
    if (!at.backward()) {
      return k;
    }
    DeviceBuffer dy = at.outGradient();
    if (at.sink(0).wanted()) {
      DeviceBuffer dx = at.sink(0).buffer();
      k.backward(
          Product.each(
              plain(to.first(dy)),
              transposed(w),
              from.first(dx),
              1,
              at.sink(0),
              new Product.Each(heads, to.places(dy), h -> 0, from.places(dx)),
              at.keep((long) NUMBERS * heads)));
    }
    if (at.sink(1).wanted()) {
      for (int h = 0; h < heads; h++) {
        DeviceBuffer a = x.at((long) h * from.width(), x.rows(), from.width(), x.stride());
        DeviceBuffer d = dy.at((long) h * to.width(), dy.rows(), to.width(), dy.stride());
        k.backward(
            h == 0
                ? Product.give(transposed(a), plain(d), at.sink(1), 1)
                : Product.add(transposed(a), plain(d), at.sink(1).buffer(), 1));
      }
    }
    if (at.sink(2).wanted()) {
      Sums.backward(at, k).columns(dy, null, at.sink(2), heads);
    }
    return k;
  }

  /** A stack of matrices with {@code height} rows each. */
  private record Matrices(DeviceBuffer all, int height) {
    int count() {
      return all.rows() / height;
    }

    Product.Factor first(boolean turned) {
      DeviceBuffer first = all.at(0, height, all.columns(), all.stride());
      return turned ? transposed(first) : plain(first);
    }

    Product.Places places() {
      return i -> (long) i * height * all.stride();
    }
  }

  /** {@code op(a) op(b)} of each matrix of two stacks. */
  static Kernel stackProduct(StackProduct p, Operands<DeviceBuffer> at) {
    Matrices a = new Matrices(at.in(0), p.a().size(2));
    Matrices b = new Matrices(at.in(1), p.b().size(2));
    int height = p.a().size(p.aTransposed() ? 3 : 2);
    Launches k = new Launches();
    Target y = Target.of(at.out());
    k.forward(each(at, a, p.aTransposed(), b, p.bTransposed(), y, height));
    Matrices dy = at.backward() ? new Matrices(at.outGradient(), height) : null;
    if (at.sink(0).wanted()) {
      Target da = Target.of(at.sink(0));
      k.backward(
          p.aTransposed()
              ? each(at, b, p.bTransposed(), dy, true, da, a.height())
              : each(at, dy, false, b, !p.bTransposed(), da, a.height()));
    }
    if (at.sink(1).wanted()) {
      Target db = Target.of(at.sink(1));
      k.backward(
          p.bTransposed()
              ? each(at, dy, true, a, p.aTransposed(), db, b.height())
              : each(at, a, !p.aTransposed(), dy, false, db, b.height()));
    }
    return k;
  }

  private static Product each(
      Operands<DeviceBuffer> at,
      Matrices a,
      boolean aTurned,
      Matrices b,
      boolean bTurned,
      Target to,
      int height) {
    Matrices c = new Matrices(to.buffer(), height);
    return Product.each(
        a.first(aTurned),
        b.first(bTurned),
        c.first(false).matrix(),
        1,
        to.sink(),
        new Product.Each(c.count(), a.places(), b.places(), c.places()),
        at.keep((long) NUMBERS * c.count()));
  }
}
