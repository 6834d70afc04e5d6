package org.attune.model.primitive;

import java.util.List;
import org.attune.model.program.Argument;
import org.attune.model.program.Arguments;
import org.attune.model.program.Formula;
import org.attune.model.program.Pass;
import org.attune.model.program.Primitive;
import org.attune.model.program.Value;

/**
 * The rows of each sequence in one row, in order.
 *
 * @param x (B·T, C)
 */
public record Flatten(Value x) implements Primitive {

  /** One long row per sequence: (B, T·C). */
  public static Value flatten(Value x) {
    return x.program().add(new Flatten(x));
  }

  @Override
  public List<Value> inputs() {
    return List.of(x);
  }

  @Override
  public int[] shape() {
    return new int[] {x.program().batch(), x.length() * x.columns()};
  }

  @Override
  public boolean keeps(int argument) {
    return false;
  }

  @Override
  public Formula formula(Arguments at) {
    Argument x = at.in(0);
    Argument y = at.out();
    return new Formula() {
      @Override
      public void forward(Pass pass) {
        y.array().assign(x.array().dup('c').reshape('c', y.rows(), y.columns()));
      }

      @Override
      public void backward() {
        x.addGradient(y.gradient().dup('c').reshape('c', x.rows(), x.columns()));
      }
    };
  }
}
