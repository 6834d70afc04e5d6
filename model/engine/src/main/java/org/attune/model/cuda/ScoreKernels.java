package org.attune.model.cuda;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.HeadDifference;
import org.attune.model.primitive.HeadMixing;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.ScoreConvolution;

/** Primitives from scores to scores: (B, H, queries, keys). */
final class ScoreKernels {

  static final String FILE = "scores";

  private ScoreKernels() {}

  static Launch.Builder launch(DeviceBuffer on, String name) {
    return Launch.of(on.lane(), FILE, name);
  }

  static int causal(Mask mask) {
    return mask == Mask.CAUSAL ? 1 : 0;
  }

  /**
   * Runs a kernel of {@code int, IN(x), IN(weights), SINK(to)} and numbers, one way forward and
   * another way in the adjoint.
   */
  private static Launches bothWays(
      Operands<DeviceBuffer> at, String kernel, int forward, int backward, int... numbers) {
    DeviceBuffer y = at.out();
    DeviceBuffer dy = at.outGradient();
    return new Launches()
        .forward(
            launch(y, kernel)
                .number(forward)
                .matrices(at.in(0), at.in(1))
                .put(y)
                .numbers(numbers)
                .over(y))
        .backward(
            launch(y, kernel)
                .number(backward)
                .matrices(dy, at.in(1))
                .to(at.sink(0))
                .numbers(numbers)
                .over(at.in(0)));
  }

  static Kernel headMixing(HeadMixing p, Operands<DeviceBuffer> at) {
    DeviceBuffer y = at.out();
    int heads = p.scores().size(1);
    int queries = p.scores().size(2);
    int size = at.in(1).columns();
    Launches k = bothWays(at, "mix_heads", 0, 1, heads, size, queries);
    Sums.backward(at, k)
        .each(
            y.elements() / heads,
            heads,
            size,
            launch(y, "mix_heads_weights").matrices(at.in(0), at.outGradient()),
            Target.of(at.sink(1)),
            heads,
            size,
            at.batch(),
            queries,
            y.columns());
    return k;
  }

  static Kernel headDifference(HeadDifference p, Operands<DeviceBuffer> at) {
    DeviceBuffer a = at.in(0);
    DeviceBuffer y = at.out();
    DeviceBuffer dy = at.outGradient();
    int half = p.weights().size(1) / 2;
    int queries = p.weights().size(2);
    Launches k = new Launches();
    k.forward(difference(0, a, at.in(1), half, queries, Target.of(y)));
    k.backward(difference(1, dy, at.in(1), half, queries, Target.of(at.sink(0))));
    Launch.Builder factor = launch(y, "head_difference_factor").matrices(a, dy);
    Target to = Target.of(at.sink(1));
    Sums.backward(at, k).each(y.elements(), 1, 1, factor, to, half, queries, y.rows(), y.columns());
    return k;
  }

  private static Work difference(
      int which, DeviceBuffer a, DeviceBuffer factor, int half, int queries, Target to) {
    return launch(factor, "head_difference")
        .number(which)
        .matrix(a)
        .address(factor)
        .to(to)
        .numbers(half, queries)
        .over(to.buffer());
  }

  static Kernel convolution(ScoreConvolution p, Operands<DeviceBuffer> at) {
    DeviceBuffer y = at.out();
    int heads = p.scores().size(1);
    int length = p.scores().size(2);
    Launches k = bothWays(at, "convolve", 1, -1, heads, p.queries(), p.keys(), length);
    Sums.backward(at, k)
        .each(
            y.elements() / heads,
            heads,
            p.queries() * p.keys(),
            launch(y, "convolve_taps").matrices(at.in(0), at.outGradient()),
            Target.of(at.sink(1)),
            heads,
            p.queries(),
            p.keys(),
            at.batch(),
            length);
    return k;
  }
}
