package org.attune.model.cuda;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.AdaptedParameters;
import org.attune.model.primitive.EverySequence;
import org.attune.model.primitive.GaussianScores;
import org.attune.model.primitive.Multipliers;
import org.attune.model.primitive.RowRepeat;
import org.attune.model.primitive.Shares;

/** Primitives used only by networks of sets. */
final class SetKernels {

  private static final String FILE = "sets";
  private static final int BLOCK = 256;

  private SetKernels() {}

  private static Launch.Builder launch(DeviceBuffer on, String name) {
    return Launch.of(on.lane(), FILE, name);
  }

  static Kernel everySequence(EverySequence p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    DeviceBuffer y = at.out();
    Launches k = new Launches();
    k.forward(Elementwise.launch(x, "cycle_rows").matrix(x).number(x.rows()).matrix(y).over(y));
    if (at.sink(0).wanted()) {
      k.backward(
          Elementwise.launch(x, "sum_sequences")
              .number(1f)
              .matrix(at.outGradient())
              .sink(at.sink(0))
              .number(x.rows())
              .number(at.batch())
              .over(x));
    }
    return k;
  }

  static Kernel rowRepeat(RowRepeat p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    DeviceBuffer y = at.out();
    Launches k = new Launches();
    k.forward(
        Elementwise.launch(x, "repeat_rows").number(1f).matrix(x).put(y).number(p.times()).over(y));
    if (at.sink(0).wanted()) {
      k.backward(
          Elementwise.launch(x, "sum_rows")
              .number(1f)
              .matrix(at.outGradient())
              .sink(at.sink(0))
              .number(p.times())
              .over(x));
    }
    return k;
  }

  static Kernel shares(Shares p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    int height = p.x().size(2);
    int matrices = x.rows() / height;
    DeviceBuffer sums = at.keep((long) matrices * x.columns());
    Launches k = new Launches();
    k.forward(
        launch(x, "shares")
            .matrix(x)
            .matrix(at.out())
            .address(sums)
            .address(x.lane().faults().address())
            .number(height)
            .over(matrices, x.columns()));
    if (at.sink(0).wanted()) {
      k.backward(
          launch(x, "shares_backward")
              .matrix(at.out())
              .matrix(at.outGradient())
              .address(sums)
              .sink(at.sink(0))
              .number(height)
              .over(matrices, x.columns()));
    }
    return k;
  }

  static Kernel gaussianScores(GaussianScores p, Operands<DeviceBuffer> at) {
    DeviceBuffer q = at.in(0);
    DeviceBuffer k = at.in(1);
    DeviceBuffer s = at.out();
    Launches work = new Launches();
    work.forward(
        launch(s, "gaussian")
            .number((float) p.gamma())
            .matrix(q)
            .matrix(k)
            .matrix(s)
            .number(p.heads())
            .number(p.q().length())
            .number(q.columns() / p.heads())
            .over(s));
    for (int a = 0; a < 2; a++) {
      if (at.sink(a).wanted()) {
        work.backward(
            launch(s, "gaussian_backward")
                .number(a)
                .number((float) p.gamma())
                .matrix(at.in(a))
                .matrix(at.in(1 - a))
                .matrix(s)
                .matrix(at.outGradient())
                .sink(at.sink(a))
                .number(p.heads())
                .number(at.in(a).rows() / at.batch())
                .number(at.in(1 - a).rows() / at.batch())
                .over(at.in(a)));
      }
    }
    return work;
  }

  static Kernel multipliers(Multipliers p, Operands<DeviceBuffer> at) {
    DeviceBuffer t = at.in(0);
    DeviceBuffer mu = at.out();
    int n = t.columns();
    long sides = (long) mu.rows() / n * mu.columns();
    DeviceBuffer pushing = Divisions.doubles(at, sides * n);
    DeviceBuffer work = Divisions.doubles(at, sides * ((long) n * n + 2L * n));
    Launches k = new Launches();
    k.forward(
        launch(t, "multipliers")
            .number(p.inequality() ? 1 : 0)
            .matrix(t)
            .matrix(at.in(1))
            .matrix(mu)
            .address(pushing)
            .address(work)
            .address(t.lane().faults().address())
            .number(n)
            .over(mu));
    if (!at.sink(0).wanted() && !at.sink(1).wanted()) {
      return k;
    }
    DeviceBuffer z = at.scratch(0, mu.elements()).at(0, mu.rows(), mu.columns(), mu.columns());
    k.backward(
        launch(t, "multipliers_backward")
            .matrix(t)
            .matrix(at.outGradient())
            .matrix(z)
            .address(pushing)
            .address(work)
            .number(n)
            .over(mu));
    if (at.sink(0).wanted()) {
      k.backward(
          launch(t, "multipliers_matrix")
              .matrix(z)
              .matrix(mu)
              .sink(at.sink(0))
              .number(mu.columns())
              .over(t));
    }
    if (at.sink(1).wanted()) {
      k.backward(Elementwise.copy(z, at.sink(1)));
    }
    return k;
  }

  static Kernel adaptedParameters(AdaptedParameters p, Operands<DeviceBuffer> at) {
    int layers = p.weights().size();
    int[] sizes = new int[layers + 1];
    for (int l = 0; l < layers; l++) {
      sizes[l] = p.weights().get(l).rows();
    }
    sizes[layers] = p.y().columns();
    int units = java.util.Arrays.stream(sizes).sum();
    int pairs = p.x().length();
    DeviceBuffer y = at.out();
    int parameters = y.columns();
    DeviceBuffer start = at.keep(parameters);
    DeviceBuffer known = at.keep(sizes.length);
    known.upload(sizes);
    Launches k = new Launches();
    int from = 0;
    for (int a = 0; a < 2 * layers; a++) {
      DeviceBuffer own = at.in(a);
      DeviceBuffer there = start.at(from, own.rows(), own.columns(), own.columns());
      k.forward(
          Elementwise.launch(y, "scale").number(1f).number(0f).matrix(own).put(there).over(own));
      from += (int) own.elements();
    }
    k.forward(
        launch(y, "adapt")
            .number(p.rate())
            .number(p.steps())
            .address(start)
            .matrix(at.in(2 * layers))
            .matrix(at.in(2 * layers + 1))
            .address(known)
            .number(layers)
            .number(units)
            .address(Divisions.doubles(at, (long) at.batch() * parameters))
            .address(Divisions.doubles(at, 2L * at.batch() * pairs * units))
            .matrix(y)
            .number(pairs)
            .number(parameters)
            .blocks(at.batch(), BLOCK));
    for (int a = 0, first = 0; a < 2 * layers && at.backward(); a++) {
      Sink<DeviceBuffer> sink = at.sink(a);
      int size = (int) at.in(a).elements();
      if (sink.wanted()) { // the sum over sets, in the parameter's columns
        DeviceBuffer dy = at.outGradient();
        k.backward(
            launch(y, "sum_of_sets")
                .matrix(dy.at(first, dy.rows(), size, dy.stride()))
                .sink(sink)
                .number(dy.rows())
                .over(sink.buffer()));
      }
      first += size;
    }
    return k;
  }
}
