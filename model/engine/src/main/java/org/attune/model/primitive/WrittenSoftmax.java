package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Binary;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsOutput;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.ops.transforms.Transforms;

/**
 * Causal softmax over tokens that choose whether to be read. In training it is {@code
 * softmax_j(s_ij + log w_j)} with {@code w = sigmoid(z)}. In evaluation it is the softmax of s over
 * the current token and the tokens with {@code w >= 1/2}.
 *
 * @param scores (B, H, T, T)
 * @param write z, (B·T, H)
 */
public record WrittenSoftmax(Value scores, Value write) implements Binary, KeepsOutput {

  public WrittenSoftmax {
    if (write.columns() != scores.size(1) || write.length() != scores.size(3)) {
      throw new IllegalArgumentException(
          "Cannot gate the keys of %s by %s".formatted(scores, write));
    }
  }

  /** Attention weights of the tokens that choose to be read. */
  public static Value writtenSoftmax(Value scores, Value write) {
    return Program.of(scores).add(new WrittenSoftmax(scores, write));
  }

  @Override
  public boolean keeps(int argument) {
    return argument == 1;
  }

  /** {@inheritDoc} How much each token asks to be read. */
  @Override
  public int remembers(int argument) {
    return argument == 1 ? write.length() : 0;
  }

  @Override
  public Formula formula(Argument scores, Argument write, Argument y) {
    int length = scores.size(3);
    INDArray causal = Mask.CAUSAL.visible(y.array().dataType(), length, length);
    INDArray self =
        Nd4j.eye(length).castTo(y.array().dataType()).reshape('c', 1, 1, length, length);
    return Formula.of(
        pass -> {
          INDArray s = scores.array().dup('c');
          INDArray z = perKey(write);
          if (pass.training()) {
            INDArray log = Pointwise.SOFTPLUS.value(z.neg()).negi(); // log sigmoid(z)
            y.array().assign(Softmax.softmax(s.addi(log), causal));
          } else {
            INDArray kept = z.gte(0).castTo(s.dataType());
            INDArray visible = Transforms.max(self, s.ulike().assign(0).addi(kept), true);
            y.array().assign(Softmax.softmax(s, visible.muli(causal)));
          }
        },
        () -> {
          INDArray ds = Softmax.adjoint(y.array(), y.gradient());
          scores.addGradient(() -> ds);
          INDArray slope = Pointwise.SIGMOID.value(perKey(write).negi()); // of log sigmoid
          INDArray dz = ds.sum(true, 2).muli(slope).dup('c');
          write.addGradient(
              () -> Heads.join(dz.reshape('c', scores.size(0), scores.size(1), length, 1)));
        });
  }

  /** (B, H, 1, T) */
  private INDArray perKey(Argument write) {
    int heads = scores.size(1);
    return Heads.split(write, heads).reshape('c', scores.size(0), heads, 1, scores.size(3));
  }
}
