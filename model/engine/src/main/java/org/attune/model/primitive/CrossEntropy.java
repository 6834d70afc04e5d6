package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.Program;
import org.attune.model.program.Ternary;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.ops.transforms.Transforms;

/**
 * {@code -sum_i weight_i log softmax(logits_i)[label_i]}, in nats. Weights of one over their count
 * give the mean over tokens. A weight of zero excludes a token.
 *
 * @param logits (M, V)
 * @param labels (M, 1) integers in [0, V); ignored where the weight is zero
 * @param weights (M, 1)
 */
public record CrossEntropy(Value logits, Value labels, Value weights) implements Ternary {

  public CrossEntropy {
    if (labels.rows() != logits.rows() || weights.rows() != logits.rows()) {
      throw new IllegalArgumentException(
          "Cannot compare %s with %s, %s".formatted(logits, labels, weights));
    }
  }

  /** The weighted sum of each row's negative log likelihood: (1, 1). */
  public static Value crossEntropy(Value logits, Value labels, Value weights) {
    return Program.of(logits).add(new CrossEntropy(logits, labels, weights));
  }

  @Override
  public int[] shape() {
    return new int[] {1, 1};
  }

  @Override
  public boolean passesBack(int argument) {
    return argument == 0;
  }

  @Override
  public Formula formula(Argument logits, Argument labels, Argument weights, Argument y) {
    return Formula.keeping(
        pass -> {
          INDArray shifted = logits.array().sub(logits.array().max(true, 1));
          INDArray logs = // (M, V): log softmax
              shifted.sub(Transforms.log(Transforms.exp(shifted, true).sum(true, 1), false));
          INDArray chosen = logs.mul(Gather.oneHot(labels, logits.columns(), y));
          y.array().putScalar(0, -chosen.mul(weights.array()).sumNumber().doubleValue());
          return logs;
        },
        logs -> {
          INDArray d = Transforms.exp(logs, true).subi(Gather.oneHot(labels, logits.columns(), y));
          logits.addGradient(d.muli(weights.array()).muli(y.gradient().getDouble(0)));
        });
  }
}
