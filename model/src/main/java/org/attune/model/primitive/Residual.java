package org.attune.model.primitive;

import java.util.List;
import java.util.Optional;
import org.attune.model.cpu.ResidualKernel;
import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Primitive;
import org.attune.model.program.Value;
import org.nd4j.linalg.factory.Nd4j;

/**
 * {@code y = x + a w}: a branch joins the residual stream, in the stream's own place where it can.
 *
 * @param x the stream, (M, N)
 * @param a the branch before its last product, (M, K)
 * @param w (K, N)
 */
public record Residual(Value x, Value a, Value w) implements Primitive {

  public Residual {
    if (a.columns() != w.rows() || x.columns() != w.columns() || a.rows() != x.rows()) {
      throw new IllegalArgumentException("Cannot add %s times %s to %s".formatted(a, w, x));
    }
  }

  /** {@code x + a w}. */
  public static Value residual(Value x, Value a, Value w) {
    return x.program().add(new Residual(x, a, w));
  }

  @Override
  public List<Value> inputs() {
    return List.of(x, a, w);
  }

  @Override
  public double flops() {
    return 2.0 * a.rows() * a.columns() * w.columns();
  }

  @Override
  public int[] shape() {
    return x.shape();
  }

  @Override
  public boolean keeps(Value input) {
    return input != x || input == a;
  }

  @Override
  public Optional<Value> overwrites() {
    return x == a ? Optional.empty() : Optional.of(x);
  }

  @Override
  public Kernel cpu(Value y) {
    return new ResidualKernel(x, a, w, y);
  }

  @Override
  public Kernel reference(Value y) {
    boolean inPlace = y.sharesStorageWith(x);
    return new Kernel() {
      @Override
      public void forward(Pass pass) {
        if (!inPlace) {
          y.array().assign(x.array());
        }
        y.array().addi(Nd4j.matmul(a.array().dup('c'), w.array().dup('c'), false, false, false));
      }

      @Override
      public void backward() {
        var dy = y.gradient().dup('c');
        if (a.wantsGradient()) {
          a.addGradient(Nd4j.matmul(dy, w.array().dup('c'), false, true, false));
        }
        if (w.wantsGradient()) {
          w.addGradient(Nd4j.matmul(a.array().dup('c'), dy, true, false, false));
        }
        if (x.wantsGradient() && !inPlace) {
          x.addGradient(dy);
        }
      }
    };
  }
}
