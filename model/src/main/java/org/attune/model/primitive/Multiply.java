package org.attune.model.primitive;

import java.util.Arrays;
import java.util.List;
import org.attune.model.cpu.MultiplyKernel;
import org.attune.model.cpu.RowProductKernel;
import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Primitive;
import org.attune.model.program.Value;

/**
 * {@code y = a * b}, element by element. Where a size of b is 1 it counts for all of a's.
 *
 * @param a any shape
 * @param b the same number of dimensions, each a's or 1
 */
public record Multiply(Value a, Value b) implements Primitive {

  public Multiply {
    Broadcast.require(a, b);
  }

  /** {@code a * b}. */
  public static Value multiply(Value a, Value b) {
    return a.program().add(new Multiply(a, b));
  }

  @Override
  public List<Value> inputs() {
    return List.of(a, b);
  }

  @Override
  public int[] shape() {
    return a.shape();
  }

  @Override
  public Kernel cpu(Value y) {
    if (Arrays.equals(a.shape(), b.shape())) {
      return new MultiplyKernel(a, b, y);
    }
    boolean row = b.shape().length == 2 && b.rows() == 1;
    return row ? new RowProductKernel(a, b, y) : reference(y);
  }

  @Override
  public Kernel reference(Value y) {
    return new Kernel() {
      @Override
      public void forward(Pass pass) {
        y.array().assign(a.array().mul(b.array()));
      }

      @Override
      public void backward() {
        if (a.wantsGradient()) {
          a.addGradient(y.gradient().mul(b.array()));
        }
        if (b.wantsGradient()) {
          b.addGradient(Broadcast.sumTo(b, y.gradient().mul(a.array())));
        }
      }
    };
  }
}
