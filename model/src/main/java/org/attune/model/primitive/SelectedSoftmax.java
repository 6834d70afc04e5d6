package org.attune.model.primitive;

import java.util.List;
import org.attune.model.cpu.SoftmaxKernel;
import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Primitive;
import org.attune.model.program.Value;

/**
 * Softmax of each query's scores over the keys chosen for it; the others get exactly zero.
 *
 * @param scores (B, H, queries, keys)
 * @param visible one where a query sees a key, zero elsewhere; of the same shape, at least one per
 *     row
 */
public record SelectedSoftmax(Value scores, Value visible) implements Primitive {

  public SelectedSoftmax {
    if (!java.util.Arrays.equals(scores.shape(), visible.shape())) {
      throw new IllegalArgumentException("Cannot select among %s by %s".formatted(scores, visible));
    }
  }

  /** Attention weights of the keys chosen. */
  public static Value selectedSoftmax(Value scores, Value visible) {
    return scores.program().add(new SelectedSoftmax(scores, visible));
  }

  @Override
  public List<Value> inputs() {
    return List.of(scores, visible);
  }

  @Override
  public int[] shape() {
    return scores.shape();
  }

  @Override
  public boolean keeps(Value input) {
    return false;
  }

  @Override
  public boolean keepsOutput() {
    return true;
  }

  @Override
  public Kernel cpu(Value y) {
    return SoftmaxKernel.selected(scores, visible, y);
  }

  @Override
  public Kernel reference(Value y) {
    return new Kernel() {
      @Override
      public void forward(Pass pass) {
        y.array().assign(Softmax.softmax(scores.array().dup('c'), visible.array()));
      }

      @Override
      public void backward() {
        scores.addGradient(Softmax.adjoint(y.array(), y.gradient()));
      }
    };
  }
}
