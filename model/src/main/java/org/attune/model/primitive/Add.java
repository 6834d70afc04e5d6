package org.attune.model.primitive;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.attune.model.cpu.AddKernel;
import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Primitive;
import org.attune.model.program.Value;

/**
 * {@code y = a + b}. Where a size of b is 1 it counts for all of a's: a row, a column, a number.
 *
 * @param a any shape
 * @param b the same number of dimensions, each a's or 1
 */
public record Add(Value a, Value b) implements Primitive {

  public Add {
    Broadcast.require(a, b);
  }

  /** {@code a + b}. */
  public static Value add(Value a, Value b) {
    return a.program().add(new Add(a, b));
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
  public boolean keeps(Value input) {
    return false;
  }

  @Override
  public Optional<Value> overwrites() {
    return a.root() == b.root() ? Optional.empty() : Optional.of(a);
  }

  @Override
  public Kernel cpu(Value y) {
    boolean row = b.shape().length == 2 && b.rows() == 1;
    return row || Arrays.equals(a.shape(), b.shape()) ? new AddKernel(a, b, y) : reference(y);
  }

  @Override
  public Kernel reference(Value y) {
    boolean inPlace = y.sharesStorageWith(a);
    return new Kernel() {
      @Override
      public void forward(Pass pass) {
        y.array().assign(a.array().add(b.array()));
      }

      @Override
      public void backward() {
        if (b.wantsGradient()) {
          b.addGradient(Broadcast.sumTo(b, y.gradient()));
        }
        if (a.wantsGradient() && !inPlace) {
          a.addGradient(y.gradient());
        }
      }
    };
  }
}
