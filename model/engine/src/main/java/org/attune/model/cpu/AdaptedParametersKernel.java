package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.AdaptedParameters;
import org.attune.model.program.Pass;

/** {@link AdaptedParameters}: each set descends in float64; the adjoint sums over the sets. */
final class AdaptedParametersKernel extends CpuKernel {

  private final AdaptedParameters adapted;
  private final int parameters;

  AdaptedParametersKernel(AdaptedParameters adapted, Operands<Floats> at) {
    super(at);
    this.adapted = adapted;
    parameters = 2 * adapted.weights().size();
  }

  @Override
  public void forward(Pass pass) {
    double[] start = new double[output.columns];
    int from = 0;
    for (int a = 0; a < parameters; a++) {
      double[] values = Doubles.all(at.in(a));
      System.arraycopy(values, 0, start, from, values.length);
      from += values.length;
    }
    Floats x = at.in(parameters);
    Floats y = at.in(parameters + 1);
    int n = x.rows / at.batch();
    for (int b = 0; b < at.batch(); b++) {
      double[] end = adapted.adapt(start, Doubles.rows(x, b * n, n), Doubles.rows(y, b * n, n));
      output.write(b, 1, Doubles.floats(end));
    }
  }

  @Override
  public void backward() {
    float[] sum = new float[gradient.columns];
    float[] row = new float[gradient.columns];
    for (int b = 0; b < gradient.rows; b++) {
      gradient.read(b, 1, row);
      ArrayMath.add(row, sum, row.length);
    }
    int from = 0;
    for (int a = 0; a < parameters; a++) {
      Sink<Floats> sink = at.sink(a);
      int size = at.in(a).rows * at.in(a).columns;
      if (sink.wanted()) {
        Floats.give(sink, 0, at.in(a).rows, Arrays.copyOfRange(sum, from, from + size));
      }
      from += size;
    }
  }
}
