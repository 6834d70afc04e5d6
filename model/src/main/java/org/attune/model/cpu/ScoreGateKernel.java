package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.Pointwise;
import org.attune.model.primitive.ScoreGate;
import org.attune.model.program.Pass;

/**
 * Weights without competition: a function of each visible score, with a shift and scale per row.
 */
final class ScoreGateKernel implements Kernel {

  private final Pointwise function;
  private final float[] shift; // of each query's scores
  private final float[] factor; // of each query's weights
  private final int[] seen; // keys that each query sees
  private final Floats values;
  private final Floats weights;
  private final Sink<Floats> valueGradient;
  private final Floats weightGradient;
  private final Scratch scratch;

  ScoreGateKernel(ScoreGate primitive, Operands<Floats> at) {
    function = primitive.function();
    int queries = primitive.scores().size(2);
    int keys = primitive.scores().size(3);
    shift = new float[queries];
    factor = new float[queries];
    seen = new int[queries];
    for (int i = 0; i < queries; i++) {
      seen[i] = primitive.mask() == Mask.CAUSAL ? Math.min(i + 1, keys) : keys;
      shift[i] =
          (float)
              switch (primitive.bias()) {
                case NONE -> 0;
                case LENGTH -> Math.log(keys);
                case VISIBLE -> Math.log(seen[i]);
              };
      factor[i] = (float) Math.pow(seen[i], -primitive.power());
    }
    values = at.in(0);
    weights = at.out();
    valueGradient = at.sink(0);
    weightGradient = at.outGradient();
    scratch = new Scratch(at);
  }

  @Override
  public void forward(Pass pass) {
    int keys = values.columns;
    float[] x = scratch.array(0, keys);
    float[] y = scratch.array(1, keys);
    float[] slope = scratch.array(2, keys);
    for (int row = 0; row < values.rows; row++) {
      int query = row % seen.length;
      evaluate(row, query, x, y, slope);
      for (int j = 0; j < seen[query]; j++) {
        y[j] *= factor[query];
      }
      Arrays.fill(y, seen[query], keys, 0);
      weights.write(row, 1, y);
    }
  }

  @Override
  public void backward() {
    int keys = values.columns;
    float[] x = scratch.array(0, keys);
    float[] y = scratch.array(1, keys);
    float[] slope = scratch.array(2, keys);
    float[] d = scratch.array(3, keys);
    for (int row = 0; row < values.rows; row++) {
      int query = row % seen.length;
      evaluate(row, query, x, y, slope);
      weightGradient.read(row, 1, d);
      for (int j = 0; j < seen[query]; j++) {
        d[j] *= slope[j] * factor[query];
      }
      Arrays.fill(d, seen[query], keys, 0);
      Floats.give(valueGradient, row, 1, d);
    }
  }

  private void evaluate(int row, int query, float[] x, float[] y, float[] slope) {
    int n = seen[query];
    values.read(row, 0, x, 0, n);
    for (int j = 0; j < n; j++) {
      x[j] -= shift[query];
    }
    PointwiseFunctions.evaluate(function, x, y, slope, n);
  }
}
