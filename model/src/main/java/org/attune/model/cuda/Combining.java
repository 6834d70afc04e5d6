package org.attune.model.cuda;

import java.util.Arrays;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.program.Value;

/** Sums and products of two values; the second is broadcast along dimensions of size 1. */
final class Combining {

  private Combining() {}

  private static Launch.Builder launch(DeviceBuffer on, String name) {
    return Elementwise.launch(on, name);
  }

  /** {@code a + b}, or {@code a * b}. */
  static Kernel of(Value a, Value b, boolean times, Operands<DeviceBuffer> at) {
    boolean matrices = Arrays.equals(a.shape(), b.shape()) || b.shape().length == 2;
    return matrices ? ofMatrices(times, at) : ofStacks(a.shape(), b.shape(), times, at);
  }

  private static Kernel ofMatrices(boolean times, Operands<DeviceBuffer> at) {
    DeviceBuffer a = at.in(0);
    DeviceBuffer b = at.in(1);
    DeviceBuffer y = at.out();
    Launches k = new Launches().forward(combine(times ? 1 : 0, a, b, y));
    if (at.sink(1).wanted()) {
      sumTo(at.sink(1), at.outGradient(), times ? a : null, at, k);
    }
    if (at.sink(0).wanted()) {
      k.backward(
          times
              ? launch(y, "combine_backward")
                  .matrix(at.outGradient())
                  .matrix(b)
                  .number(b.rows())
                  .number(b.columns())
                  .sink(at.sink(0))
                  .over(y)
              : Elementwise.copy(at.outGradient(), at.sink(0)));
    }
    return k;
  }

  /** {@code y = x + b} or {@code x * b}; b's rows and columns repeat. */
  static Launch combine(int times, DeviceBuffer x, DeviceBuffer b, DeviceBuffer y) {
    return launch(y, "combine")
        .number(times)
        .matrix(x)
        .matrix(b)
        .number(b.rows())
        .number(b.columns())
        .matrix(y)
        .over(y);
  }

  /** Sums x, or x z, over the elements that each element of the sink was broadcast to. */
  private static void sumTo(
      Sink<DeviceBuffer> to,
      DeviceBuffer x,
      DeviceBuffer z,
      Operands<DeviceBuffer> at,
      Launches k) {
    DeviceBuffer sum = to.buffer();
    if (sum.rows() == x.rows() && sum.columns() == x.columns()) {
      k.backward(
          z == null
              ? Elementwise.copy(x, to)
              : launch(x, "combine_backward")
                  .matrix(x)
                  .matrix(z)
                  .number(z.rows())
                  .number(z.columns())
                  .sink(to)
                  .over(x));
    } else if (sum.rows() == 1 && sum.columns() == 1) {
      Sums.backward(at, k).total(x, z, b -> b.sink(to));
    } else if (sum.rows() == 1) {
      Sums.backward(at, k).columns(x, z, to, 1);
    } else {
      k.backward(Elementwise.stretchSums(x, z, b -> b.sink(to), x.columns()));
    }
  }

  private static Kernel ofStacks(int[] n, int[] b, boolean times, Operands<DeviceBuffer> at) {
    DeviceBuffer y = at.out();
    Launches k = new Launches();
    k.forward(spread(launched(times, at.in(0), at.in(1)).put(y), n, b).over(y));
    if (at.sink(1).wanted()) {
      k.backward(
          launch(y, "sum_of_stack")
              .matrix(at.outGradient())
              .matrix(times ? at.in(0) : null)
              .sink(at.sink(1))
              .number(n[0])
              .number(n[1])
              .number(n[2])
              .number(n[3])
              .number(b[1])
              .number(b[2])
              .over(at.in(1)));
    }
    if (at.sink(0).wanted()) {
      DeviceBuffer dy = at.outGradient();
      k.backward(
          times
              ? spread(launched(true, dy, at.in(1)).sink(at.sink(0)), n, b).over(y)
              : Elementwise.copy(dy, at.sink(0)));
    }
    return k;
  }

  private static Launch.Builder launched(boolean times, DeviceBuffer x, DeviceBuffer b) {
    return launch(x, "combine_stacks").number(times ? 1 : 0).matrix(x).matrix(b);
  }

  private static Launch.Builder spread(Launch.Builder launch, int[] n, int[] b) {
    return launch.number(n[1]).number(n[2]).number(b[0]).number(b[1]).number(b[2]).number(b[3]);
  }
}
