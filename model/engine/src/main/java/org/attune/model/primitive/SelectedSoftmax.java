package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Binary;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.KeepsOutput;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * Softmax of each query's scores over its selected keys. The other keys get exactly zero.
 *
 * @param scores (B, H, queries, keys)
 * @param visible 1 where a query sees a key, else 0; of the scores' shape, with at least one 1 per
 *     row
 */
public record SelectedSoftmax(Value scores, Value visible)
    implements Binary, KeepsNoInput, KeepsOutput {

  public SelectedSoftmax {
    if (!java.util.Arrays.equals(scores.shape(), visible.shape())) {
      throw new IllegalArgumentException("Cannot select among %s by %s".formatted(scores, visible));
    }
  }

  /** Attention weights of the selected keys. */
  public static Value selectedSoftmax(Value scores, Value visible) {
    return Program.of(scores).add(new SelectedSoftmax(scores, visible));
  }

  @Override
  public boolean passesBack(int argument) {
    return argument == 0;
  }

  @Override
  public Formula formula(Argument scores, Argument visible, Argument y) {
    return Formula.of(
        pass -> y.array().assign(Softmax.softmax(scores.array().dup('c'), visible.array())),
        () -> scores.addGradient(Softmax.adjoint(y.array(), y.gradient())));
  }
}
