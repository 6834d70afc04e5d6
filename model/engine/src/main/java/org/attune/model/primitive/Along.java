package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.Program;
import org.attune.model.program.Unary;
import org.attune.model.program.Value;

/**
 * The sum, mean or maximum of each row, or of each of several equal groups of its columns. For
 * scores it runs over the keys that the row's query sees.
 *
 * @param kind the reduction
 * @param x (M, G·W), or scores (B, H, queries, keys) with one group
 * @param groups G
 * @param mask which keys a query sees; for scores only
 */
public record Along(Kind kind, Value x, int groups, Mask mask) implements Unary {

  /** The reduction of a group's numbers. */
  public enum Kind {
    SUM,
    MEAN,
    /** The largest; its gradient goes to the first maximal element. */
    MAX
  }

  public Along {
    int[] shape = x.shape();
    if (shape[shape.length - 1] % groups != 0 || (shape.length > 2 && groups > 1)) {
      throw new IllegalArgumentException("Cannot split %s into %d groups".formatted(x, groups));
    }
  }

  /** Each group's sum, mean or maximum: (M, G), or (B, H, queries, 1). */
  public static Value along(Kind kind, Value x, int groups, Mask mask) {
    return Program.of(x).add(new Along(kind, x, groups, mask));
  }

  /** The sum of each row of a stack of matrices: (B, H, rows, 1). */
  public static Value rowSums(Value x) {
    return along(Kind.SUM, x, 1, Mask.NONE);
  }

  @Override
  public int[] shape() {
    int[] shape = x.shape();
    shape[shape.length - 1] = groups;
    return shape;
  }

  @Override
  public boolean keeps(int argument) {
    return kind == Kind.MAX;
  }

  /** Columns of a group. */
  public int width() {
    int[] shape = x.shape();
    return shape[shape.length - 1] / groups;
  }

  /** Whether a row's later columns do not count. */
  public boolean isCausal() {
    return x.shape().length > 2 && mask == Mask.CAUSAL;
  }

  /** The number of a row's columns that count in each group. */
  public int seen(int row) {
    return isCausal() ? Math.min(width(), row % x.size(2) + 1) : width();
  }

  @Override
  public Formula formula(Argument x, Argument y) {
    int width = width();
    return Formula.of(
        pass -> {
          double[] in = RealArrays.of(x.array());
          double[] out = new double[in.length / width];
          for (int g = 0; g < out.length; g++) {
            int seen = seen(g / groups);
            double sum = kind == Kind.MAX ? Double.NEGATIVE_INFINITY : 0;
            for (int c = 0; c < seen; c++) {
              double number = in[g * width + c];
              sum = kind == Kind.MAX ? Math.max(sum, number) : sum + number;
            }
            out[g] = kind == Kind.MEAN ? sum / seen : sum;
          }
          y.array().assign(RealArrays.like(y.array(), out));
        },
        () -> {
          double[] d = RealArrays.of(y.gradient());
          double[] in = kind == Kind.MAX ? RealArrays.of(x.array()) : new double[0];
          double[] dx = new double[d.length * width];
          for (int g = 0; g < d.length; g++) {
            int seen = seen(g / groups);
            int most = 0;
            for (int c = 0; c < seen; c++) {
              dx[g * width + c] = kind == Kind.SUM ? d[g] : kind == Kind.MEAN ? d[g] / seen : 0;
              if (kind == Kind.MAX && in[g * width + c] > in[g * width + most]) {
                most = c;
              }
            }
            if (kind == Kind.MAX) {
              dx[g * width + most] = d[g];
            }
          }
          x.addGradient(RealArrays.like(x.array(), dx));
        });
  }
}
