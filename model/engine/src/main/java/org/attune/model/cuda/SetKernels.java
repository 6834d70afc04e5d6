package org.attune.model.cuda;

import java.util.stream.IntStream;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.AdaptedParameters;
import org.attune.model.primitive.EverySequence;
import org.attune.model.primitive.GaussianScores;
import org.attune.model.primitive.Multipliers;
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
    DeviceBuffer dy = at.outGradient();
    Target dx = Target.of(at.sink(0));
    return new Launches()
        .forward(
            ElementKernels.launch(x, "cycle_rows").matrix(x).number(x.rows()).matrix(y).over(y))
        .backward(Rearranging.resized("sum_sequences", 1, dy, dx, x, x.rows(), at.batch()));
  }

  static Kernel shares(Shares p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    int height = p.x().size(2);
    int matrices = x.rows() / height;
    DeviceBuffer sums = at.keep((long) matrices * x.columns());
    return new Launches()
        .forward(
            launch(x, "shares")
                .matrices(x, at.out())
                .address(sums)
                .address(x.lane().faults().address())
                .number(height)
                .over(matrices, x.columns()))
        .backward(
            launch(x, "shares_backward")
                .matrices(at.out(), at.outGradient())
                .address(sums)
                .to(at.sink(0))
                .number(height)
                .over(matrices, x.columns()));
  }

  static Kernel gaussianScores(GaussianScores p, Operands<DeviceBuffer> at) {
    DeviceBuffer q = at.in(0);
    DeviceBuffer s = at.out();
    Launches work = new Launches();
    work.forward(
        launch(s, "gaussian")
            .number((float) p.gamma())
            .matrices(q, at.in(1), s)
            .numbers(p.heads(), p.q().length(), q.columns() / p.heads())
            .over(s));
    for (int a = 0; a < 2; a++) {
      DeviceBuffer x = at.in(a);
      DeviceBuffer z = at.in(1 - a);
      work.backward(
          launch(s, "gaussian_backward")
              .number(a)
              .number((float) p.gamma())
              .matrices(x, z, s, at.outGradient())
              .to(at.sink(a))
              .numbers(p.heads(), x.rows() / at.batch(), z.rows() / at.batch())
              .over(x));
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
            .matrices(t, at.in(1), mu)
            .addresses(pushing, work)
            .address(t.lane().faults().address())
            .number(n)
            .over(mu));
    if (!at.sink(0).wanted() && !at.sink(1).wanted()) {
      return k;
    }
    DeviceBuffer z = at.scratch(0, mu.elements()).like(mu);
    return k.backward(
            launch(t, "multipliers_backward")
                .matrices(t, at.outGradient(), z)
                .addresses(pushing, work)
                .number(n)
                .over(mu))
        .backward(
            launch(t, "multipliers_matrix")
                .matrices(z, mu)
                .to(at.sink(0))
                .number(mu.columns())
                .over(t))
        .backward(ElementKernels.copy(z, at.sink(1)));
  }

  static Kernel adaptedParameters(AdaptedParameters p, Operands<DeviceBuffer> at) {
    int layers = p.weights().size();
    int[] sizes = // of each layer's inputs, then of the outputs
        IntStream.concat(
                p.weights().stream().mapToInt(w -> w.rows()), IntStream.of(p.y().columns()))
            .toArray();
    int units = IntStream.of(sizes).sum();
    int pairs = p.x().length();
    DeviceBuffer y = at.out();
    DeviceBuffer dy = at.outGradient();
    int parameters = y.columns();
    DeviceBuffer start = at.keep(parameters);
    DeviceBuffer known = at.keep(sizes.length);
    known.upload(sizes);
    Launches k = new Launches();
    int from = 0;
    for (int a = 0; a < 2 * layers; a++) {
      DeviceBuffer parameter = at.in(a);
      int size = (int) parameter.elements();
      DeviceBuffer part =
          start.at(from, parameter.rows(), parameter.columns(), parameter.columns());
      k.forward(ElementKernels.copy(parameter, Target.of(part)));
      if (at.sink(a).wanted()) { // the sum over sets, in the parameter's columns
        k.backward(
            launch(y, "sum_of_sets")
                .matrix(dy.columns(from, size))
                .to(at.sink(a))
                .number(dy.rows())
                .over(parameter));
      }
      from += size;
    }
    return k.forward(
        launch(y, "adapt")
            .number(p.rate())
            .number(p.steps())
            .address(start)
            .matrices(at.in(2 * layers), at.in(2 * layers + 1))
            .address(known)
            .numbers(layers, units)
            .address(Divisions.doubles(at, (long) at.batch() * parameters))
            .address(Divisions.doubles(at, 2L * at.batch() * pairs * units))
            .matrix(y)
            .numbers(pairs, parameters)
            .blocks(at.batch(), BLOCK));
  }
}
