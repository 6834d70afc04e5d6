package org.attune.model.primitive;

import java.util.List;
import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Primitive;
import org.attune.model.program.Value;

/**
 * The same rows in every sequence of the batch: {@code y[b, i] = x[i]}.
 *
 * @param x (rows, C), a parameter as a rule
 */
public record EverySequence(Value x) implements Primitive {

  /** Rows given to every sequence: (B·rows, C). */
  public static Value everySequence(Value x) {
    return x.program().add(new EverySequence(x));
  }

  @Override
  public List<Value> inputs() {
    return List.of(x);
  }

  @Override
  public int[] shape() {
    return new int[] {x.program().batch() * x.rows(), x.columns()};
  }

  @Override
  public boolean keeps(Value input) {
    return false;
  }

  @Override
  public Kernel reference(Value y) {
    int batch = x.program().batch();
    return new Kernel() {
      @Override
      public void forward(Pass pass) {
        y.array()
            .assign(
                x.array()
                    .dup('c')
                    .reshape('c', 1, (long) x.rows() * x.columns())
                    .repeat(0, batch)
                    .reshape('c', y.rows(), y.columns()));
      }

      @Override
      public void backward() {
        x.addGradient(
            y.gradient()
                .dup('c')
                .reshape('c', batch, (long) x.rows() * x.columns())
                .sum(false, 0)
                .reshape('c', x.rows(), x.columns()));
      }
    };
  }
}
