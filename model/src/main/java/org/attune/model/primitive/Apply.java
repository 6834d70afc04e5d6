package org.attune.model.primitive;

import java.util.List;
import org.attune.model.cpu.ApplyKernel;
import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Primitive;
import org.attune.model.program.Value;

/**
 * {@code y = f(x)}, element by element.
 *
 * @param function f
 * @param x any shape
 */
public record Apply(Pointwise function, Value x) implements Primitive {

  /** {@code f(x)}. */
  public static Value apply(Pointwise function, Value x) {
    return x.program().add(new Apply(function, x));
  }

  @Override
  public List<Value> inputs() {
    return List.of(x);
  }

  @Override
  public int[] shape() {
    return x.shape();
  }

  @Override
  public Kernel cpu(Value y) {
    return ApplyKernel.supports(function) ? new ApplyKernel(function, x, y) : reference(y);
  }

  @Override
  public Kernel reference(Value y) {
    return new Kernel() {
      @Override
      public void forward(Pass pass) {
        y.array().assign(function.value(x.array().dup('c')));
      }

      @Override
      public void backward() {
        x.addGradient(function.slope(x.array().dup('c')).muli(y.gradient()));
      }
    };
  }
}
