package org.attune.model.cuda;

import static org.attune.model.cuda.Product.plain;
import static org.attune.model.cuda.Product.transposed;

import org.attune.model.cuda.Product.Factor;
import org.attune.model.cuda.Product.Stack;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.HeadwiseMatmul;
import org.attune.model.primitive.Matmul;
import org.attune.model.primitive.Mix;
import org.attune.model.primitive.Residual;
import org.attune.model.primitive.Scores;
import org.attune.model.primitive.StackProduct;

/** Primitives that are matrix products, of whole matrices or of each head's matrices. */
final class ProductKernels {

  private ProductKernels() {}

  static Kernel matmul(Matmul p, Operands<DeviceBuffer> at) {
    DeviceBuffer a = at.in(0);
    DeviceBuffer b = at.in(1);
    Launches k = new Launches();
    k.forward(Product.of(plain(a), new Factor(b, p.transposed()), Target.of(at.out()), 1));
    if (at.backward()) {
      backward(a, b, p.transposed(), at.sink(0), at.sink(1), at, k);
    }
    return k;
  }

  /**
   * Adds the adjoints of {@code y = a w}, or of {@code y = a w'} when turned.
   *
   * @param da of the first factor
   * @param dw of the weights
   */
  private static void backward(
      DeviceBuffer a,
      DeviceBuffer w,
      boolean turned,
      Sink<DeviceBuffer> da,
      Sink<DeviceBuffer> dw,
      Operands<DeviceBuffer> at,
      Launches k) {
    DeviceBuffer dy = at.outGradient();
    k.backward(Product.of(plain(dy), new Factor(w, !turned), Target.of(da), 1));
    Target weights = Target.of(dw);
    k.backward(
        turned
            ? Product.of(transposed(dy), plain(a), weights, 1)
            : Product.of(transposed(a), plain(dy), weights, 1));
  }

  static Kernel residual(Residual p, Operands<DeviceBuffer> at) {
    DeviceBuffer y = at.out();
    DeviceBuffer a = at.in(1);
    DeviceBuffer w = at.in(2);
    Launches k = new Launches();
    if (!at.inPlace()) {
      k.forward(ElementKernels.copy(at.in(0), Target.of(y)));
    }
    k.forward(Product.of(plain(a), plain(w), Target.adding(y), 1));
    if (at.backward()) {
      backward(a, w, false, at.sink(1), at.sink(2), at, k);
    }
    return k.backward(ElementKernels.copy(at.outGradient(), at.sink(0)));
  }

  /** Products between token rows and stacks of scores, for all heads of all sequences. */
  private record PerHead(Operands<DeviceBuffer> at, int heads, double scale) {

    /** Each head's columns of each sequence's rows. */
    Stack rows(DeviceBuffer all) {
      int length = all.rows() / at.batch();
      int width = all.columns() / heads;
      return Stack.of(
          all.at(0, length, width, all.stride()),
          i -> (long) (i / heads) * length * all.stride() + (long) (i % heads) * width);
    }

    /** The matrices of a stack of scores: (B, H, queries, keys). */
    Stack scores(DeviceBuffer all) {
      int queries = all.rows() / (at.batch() * heads);
      return Stack.of(
          all.at(0, queries, all.columns(), all.stride()), i -> (long) i * queries * all.stride());
    }

    /** {@code s = scale a b'}; none if it is unwanted. */
    Work scores(DeviceBuffer a, DeviceBuffer b, Target s) {
      return s.isWanted() ? product(rows(a), rows(b).turned(), scores(s.buffer()), s) : Work.NONE;
    }

    /** {@code y = scale s v}, or {@code scale s' v}; none if it is unwanted. */
    Work mixed(DeviceBuffer s, boolean turned, DeviceBuffer v, Target y) {
      return y.isWanted()
          ? product(scores(s).turned(turned), rows(v), rows(y.buffer()), y)
          : Work.NONE;
    }

    private Product product(Stack a, Stack b, Stack c, Target to) {
      return Product.each(at.batch() * heads, a, b, c, to, scale, at);
    }
  }

  static Kernel scores(Scores p, Operands<DeviceBuffer> at) {
    PerHead each = new PerHead(at, p.heads(), p.scale());
    DeviceBuffer q = at.in(0);
    DeviceBuffer k = at.in(1);
    return new Launches()
        .forward(each.scores(q, k, Target.of(at.out())))
        .backward(each.mixed(at.outGradient(), false, k, Target.of(at.sink(0))))
        .backward(each.mixed(at.outGradient(), true, q, Target.of(at.sink(1))));
  }

  static Kernel mix(Mix p, Operands<DeviceBuffer> at) {
    PerHead each = new PerHead(at, p.weights().size(1), 1);
    DeviceBuffer weights = at.in(0);
    DeviceBuffer v = at.in(1);
    return new Launches()
        .forward(each.mixed(weights, false, v, Target.of(at.out())))
        .backward(each.scores(at.outGradient(), v, Target.of(at.sink(0))))
        .backward(each.mixed(weights, true, at.outGradient(), Target.of(at.sink(1))));
  }

  static Kernel headwise(HeadwiseMatmul p, Operands<DeviceBuffer> at) {
    int heads = p.heads();
    DeviceBuffer x = at.in(0);
    DeviceBuffer y = at.out();
    DeviceBuffer dy = at.outGradient();
    Stack w = Stack.of(at.in(1), h -> 0);
    Target to = Target.of(y);
    Launches k = new Launches();
    k.forward(Product.each(heads, columns(x, heads), w, columns(y, heads), to, 1, at));
    k.forward(Combining.combine(0, y, at.in(2), y));
    if (!at.backward()) {
      return k;
    }
    if (at.sink(0).wanted()) {
      Target dx = Target.of(at.sink(0));
      Stack dxs = columns(dx.buffer(), heads);
      k.backward(Product.each(heads, columns(dy, heads), w.turned(), dxs, dx, 1, at));
    }
    Target dw = Target.of(at.sink(1));
    for (int h = 0; h < heads && dw.isWanted(); h++) {
      int from = x.columns() / heads;
      int into = dy.columns() / heads;
      Factor a = transposed(x.columns(h * from, from));
      Target sum = h == 0 ? dw : Target.adding(dw.buffer());
      k.backward(Product.of(a, plain(dy.columns(h * into, into)), sum, 1));
    }
    Sums.backward(at, k).columns(dy, DeviceBuffer.NONE, Target.of(at.sink(2)), heads);
    return k;
  }

  /** Each head's columns. */
  private static Stack columns(DeviceBuffer all, int heads) {
    int width = all.columns() / heads;
    return Stack.of(all.columns(0, width), h -> (long) h * width);
  }

  /** {@code op(a) op(b)} of each matrix of two stacks. */
  static Kernel stackProduct(StackProduct p, Operands<DeviceBuffer> at) {
    int height = p.a().size(p.aTransposed() ? 3 : 2);
    int count = at.in(0).rows() / p.a().size(2);
    Stack a = matrices(at.in(0), p.a().size(2)).turned(p.aTransposed()); // as the product reads it
    Stack b = matrices(at.in(1), p.b().size(2)).turned(p.bTransposed());
    Launches k = new Launches();
    k.forward(Product.each(count, a, b, matrices(at.out(), height), Target.of(at.out()), 1, at));
    if (at.sink(0).wanted()) {
      Target to = Target.of(at.sink(0));
      Stack dy = matrices(at.outGradient(), height);
      Stack da = matrices(to.buffer(), p.a().size(2));
      k.backward(
          p.aTransposed()
              ? Product.each(count, b, dy.turned(), da, to, 1, at)
              : Product.each(count, dy, b.turned(), da, to, 1, at));
    }
    if (at.sink(1).wanted()) {
      Target to = Target.of(at.sink(1));
      Stack dy = matrices(at.outGradient(), height);
      Stack db = matrices(to.buffer(), p.b().size(2));
      k.backward(
          p.bTransposed()
              ? Product.each(count, dy.turned(), a, db, to, 1, at)
              : Product.each(count, a.turned(), dy, db, to, 1, at));
    }
    return k;
  }

  /** A stack of matrices with {@code height} rows each. */
  private static Stack matrices(DeviceBuffer all, int height) {
    return Stack.of(
        all.at(0, height, all.columns(), all.stride()), i -> (long) i * height * all.stride());
  }
}
