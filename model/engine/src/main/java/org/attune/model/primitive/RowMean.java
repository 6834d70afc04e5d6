package org.attune.model.primitive;

import static org.attune.model.primitive.Multiply.multiply;
import static org.attune.model.primitive.Scale.scale;
import static org.attune.model.primitive.Shares.shares;
import static org.attune.model.primitive.Stack.stack;
import static org.attune.model.primitive.Unstack.unstack;

import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.Program;
import org.attune.model.program.Unary;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * The mean row of each sequence: {@code y[b] = mean_t x[b,t]}.
 *
 * @param x (B·T, C)
 */
public record RowMean(Value x) implements KeepsNoInput, Unary {

  /** One row per sequence: (B, C). */
  public static Value rowMean(Value x) {
    return Program.of(x).add(new RowMean(x));
  }

  /**
   * The mean over each sequence's counted rows: (B, C).
   *
   * @param counts 1 for counted rows and 0 for others, (B·T, 1); every sequence has a counted row
   */
  public static Value rowMean(Value x, Value counts) {
    Value share = unstack(shares(stack(counts, 1))); // (B·T, 1), summing to 1 over a sequence
    return rowMean(multiply(x, scale(share, x.length())));
  }

  @Override
  public int[] shape() {
    return new int[] {x.batch(), x.columns()};
  }

  @Override
  public Formula formula(Argument x, Argument y) {
    int batch = x.batch();
    int length = x.length();
    return Formula.of(
        pass -> {
          INDArray rows = x.array().dup('c').reshape('c', batch, length, x.columns());
          y.array().assign(rows.sum(false, 1).divi(length));
        },
        () -> x.addGradient(y.gradient().dup('c').divi(length).repeat(0, length)));
  }
}
