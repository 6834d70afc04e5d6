package org.attune.model.cuda;

import static org.attune.model.cuda.ElementKernels.launch;

import java.util.Arrays;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.program.Value;

/** Sums and products of two values; the second is broadcast along dimensions of size 1. */
final class Combining {

  private Combining() {}

  /** {@code a + b}, or {@code a * b}. */
  static Kernel of(Value a, Value b, boolean times, Operands<DeviceBuffer> at) {
    boolean matrices = Arrays.equals(a.shape(), b.shape()) || b.shape().length == 2;
    return matrices ? ofMatrices(times, at) : ofStacks(a.shape(), b.shape(), times, at);
  }

  private static Kernel ofMatrices(boolean times, Operands<DeviceBuffer> at) {
    DeviceBuffer a = at.in(0);
    DeviceBuffer b = at.in(1);
    DeviceBuffer dy = at.outGradient();
    Launches k = new Launches().forward(combine(times ? 1 : 0, a, b, at.out()));
    if (at.sink(1).wanted()) {
      sumTo(Target.of(at.sink(1)), dy, times ? a : DeviceBuffer.NONE, at, k);
    }
    if (at.sink(0).wanted()) {
      k.backward(scaled(dy, times ? b : DeviceBuffer.NONE, Target.of(at.sink(0))));
    }
    return k;
  }

  /** {@code y = x + b} or {@code x * b}; b's rows and columns repeat. */
  static Work combine(int times, DeviceBuffer x, DeviceBuffer b, DeviceBuffer y) {
    return launch(y, "combine")
        .number(times)
        .matrices(x, b)
        .numbers(b.rows(), b.columns())
        .matrix(y)
        .over(y);
  }

  /** {@code x}, or {@code x z}; z's rows and columns repeat. */
  private static Work scaled(DeviceBuffer x, DeviceBuffer z, Target to) {
    return z.isThere()
        ? launch(x, "combine_backward").matrices(x, z).numbers(z.rows(), z.columns()).to(to).over(x)
        : ElementKernels.copy(x, to);
  }

  /** Sums x, or x z, over the elements that each element of the target was broadcast to. */
  private static void sumTo(
      Target to, DeviceBuffer x, DeviceBuffer z, Operands<DeviceBuffer> at, Launches k) {
    DeviceBuffer sum = to.buffer();
    if (sum.rows() == x.rows() && sum.columns() == x.columns()) {
      k.backward(scaled(x, z, to));
    } else if (sum.rows() == 1 && sum.columns() == 1) {
      Sums.backward(at, k).total(x, z, to);
    } else if (sum.rows() == 1) {
      Sums.backward(at, k).columns(x, z, to, 1);
    } else {
      k.backward(ElementKernels.stretchSums(x, z, to, x.columns()));
    }
  }

  private static Kernel ofStacks(int[] n, int[] b, boolean times, Operands<DeviceBuffer> at) {
    DeviceBuffer y = at.out();
    DeviceBuffer dy = at.outGradient();
    Target da = Target.of(at.sink(0));
    return new Launches()
        .forward(spread(times, at.in(0), at.in(1), n, b, Target.of(y)))
        .backward(
            launch(y, "sum_of_stack")
                .matrices(dy, times ? at.in(0) : DeviceBuffer.NONE)
                .to(at.sink(1))
                .numbers(n[0], n[1], n[2], n[3], b[1], b[2])
                .over(at.in(1)))
        .backward(times ? spread(true, dy, at.in(1), n, b, da) : ElementKernels.copy(dy, da));
  }

  private static Work spread(
      boolean times, DeviceBuffer x, DeviceBuffer z, int[] n, int[] b, Target to) {
    return launch(z, "combine_stacks")
        .number(times ? 1 : 0)
        .matrices(x, z)
        .to(to)
        .numbers(n[1], n[2], b[0], b[1], b[2], b[3])
        .over(to.buffer());
  }
}
