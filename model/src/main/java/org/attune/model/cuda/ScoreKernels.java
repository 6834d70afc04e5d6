package org.attune.model.cuda;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
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

  /** Sums each key's gradient over the queries of a head, times a slope if z is given. */
  static Work keySums(
      DeviceBuffer ds, DeviceBuffer z, Sink<DeviceBuffer> to, int heads, int queries) {
    return launch(ds, "key_sums")
        .matrix(ds)
        .matrix(z)
        .sink(to)
        .number(heads)
        .number(queries)
        .number(ds.columns())
        .over(to.buffer());
  }

  static Kernel headMixing(HeadMixing p, Operands<DeviceBuffer> at) {
    DeviceBuffer y = at.out();
    DeviceBuffer mixing = at.in(1);
    int heads = p.scores().size(1);
    int queries = p.scores().size(2);
    int size = mixing.columns();
    Launches k = new Launches();
    k.forward(
        launch(y, "mix_heads")
            .number(0)
            .matrix(at.in(0))
            .matrix(mixing)
            .put(y)
            .number(heads)
            .number(size)
            .number(queries)
            .over(y));
    if (at.sink(0).wanted()) {
      k.backward(
          launch(y, "mix_heads")
              .number(1)
              .matrix(at.outGradient())
              .matrix(mixing)
              .sink(at.sink(0))
              .number(heads)
              .number(size)
              .number(queries)
              .over(y));
    }
    if (at.sink(1).wanted()) {
      Sums.backward(at, k)
          .each(
              y.elements() / heads,
              heads,
              size,
              launch(y, "mix_heads_weights").matrix(at.in(0)).matrix(at.outGradient()),
              b -> b.sink(at.sink(1)),
              b ->
                  b.number(heads)
                      .number(size)
                      .number(at.batch())
                      .number(queries)
                      .number(y.columns()));
    }
    return k;
  }

  static Kernel headDifference(HeadDifference p, Operands<DeviceBuffer> at) {
    DeviceBuffer a = at.in(0);
    DeviceBuffer y = at.out();
    int half = p.weights().size(1) / 2;
    int queries = p.weights().size(2);
    Launches k = new Launches();
    k.forward(
        launch(y, "head_difference")
            .number(0)
            .matrix(a)
            .address(at.in(1))
            .put(y)
            .number(half)
            .number(queries)
            .over(y));
    if (at.sink(0).wanted()) {
      k.backward(
          launch(y, "head_difference")
              .number(1)
              .matrix(at.outGradient())
              .address(at.in(1))
              .sink(at.sink(0))
              .number(half)
              .number(queries)
              .over(a));
    }
    if (at.sink(1).wanted()) {
      Sums.backward(at, k)
          .each(
              y.elements(),
              1,
              1,
              launch(y, "head_difference_factor").matrix(a).matrix(at.outGradient()),
              b -> b.sink(at.sink(1)),
              b -> b.number(half).number(queries).number(y.rows()).number(y.columns()));
    }
    return k;
  }

  static Kernel convolution(ScoreConvolution p, Operands<DeviceBuffer> at) {
    DeviceBuffer y = at.out();
    DeviceBuffer taps = at.in(1);
    int heads = p.scores().size(1);
    int length = p.scores().size(2);
    Launches k = new Launches();
    k.forward(
        launch(y, "convolve")
            .number(1)
            .matrix(at.in(0))
            .matrix(taps)
            .put(y)
            .number(heads)
            .number(p.queries())
            .number(p.keys())
            .number(length)
            .over(y));
    if (at.sink(0).wanted()) {
      k.backward(
          launch(y, "convolve")
              .number(-1)
              .matrix(at.outGradient())
              .matrix(taps)
              .sink(at.sink(0))
              .number(heads)
              .number(p.queries())
              .number(p.keys())
              .number(length)
              .over(y));
    }
    if (at.sink(1).wanted()) {
      Sums.backward(at, k)
          .each(
              y.elements() / heads,
              heads,
              p.queries() * p.keys(),
              launch(y, "convolve_taps").matrix(at.in(0)).matrix(at.outGradient()),
              b -> b.sink(at.sink(1)),
              b ->
                  b.number(heads)
                      .number(p.queries())
                      .number(p.keys())
                      .number(at.batch())
                      .number(length));
    }
    return k;
  }
}
