package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.KeepsOutput;
import org.attune.model.program.Program;
import org.attune.model.program.Unary;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.ops.transforms.Transforms;

/**
 * Softmax of each query's scores over the keys it may see. The other keys get exactly zero.
 *
 * @param scores (B, H, queries, keys)
 * @param mask which keys a query sees
 */
public record Softmax(Value scores, Mask mask) implements KeepsNoInput, KeepsOutput, Unary {

  /** Attention weights from scores. */
  public static Value softmax(Value scores, Mask mask) {
    return Program.of(scores).add(new Softmax(scores, mask));
  }

  @Override
  public Formula formula(Argument scores, Argument y) {
    INDArray visible = mask.visible(y.array().dataType(), scores.size(2), scores.size(3));
    return Formula.of(
        pass -> y.array().assign(softmax(scores.array().dup('c'), visible)),
        () -> scores.addGradient(adjoint(y.array(), y.gradient())));
  }

  /** Overwrites scores with their masked softmax. */
  static INDArray softmax(INDArray scores, INDArray visible) {
    INDArray hidden = visible.rsub(1);
    // hidden scores become -1e30 before the maximum is taken, below any visible score, so they
    // neither raise the maximum nor overflow; their weight is still exactly 0
    scores.muli(visible).subi(hidden.mul(1e30));
    INDArray e = Transforms.exp(scores.subi(scores.max(true, 3)), false).muli(visible);
    return e.divi(e.sum(true, 3));
  }

  /** The scores' gradient from the weights' gradient. */
  static INDArray adjoint(INDArray weights, INDArray gradient) {
    INDArray wg = weights.mul(gradient);
    return wg.sub(weights.mul(wg.sum(true, 3)));
  }
}
