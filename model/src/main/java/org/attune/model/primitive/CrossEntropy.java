package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Arguments;
import org.attune.model.program.Formula;
import org.attune.model.program.Pass;
import org.attune.model.program.Primitive;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.ops.transforms.Transforms;

/**
 * {@code -sum_i weight_i log softmax(logits_i)[label_i]}, in nats. Weights of one over their count
 * give the mean over tokens. A weight of zero excludes a token.
 *
 * @param logits (M, V)
 * @param labels (M, 1) integers in [0, V); ignored where the weight is zero
 * @param weights (M, 1)
 */
public record CrossEntropy(Value logits, Value labels, Value weights) implements Primitive {

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
  public Formula formula(Arguments at) {
    Argument logits = at.in(0);
    Argument labels = at.in(1);
    Argument weights = at.in(2);
    Argument y = at.out();
    return new Formula() {
      private INDArray chosen; // (M, V): one at the label
      private INDArray logs; // (M, V): log softmax

      @Override
      public void forward(Pass pass) {
        DataType type = y.array().dataType();
        INDArray names =
            Nd4j.arange(logits.columns()).castTo(type).reshape('c', 1, logits.columns());
        chosen = labels.array().castTo(type).eq(names).castTo(type);
        INDArray shifted = logits.array().sub(logits.array().max(true, 1));
        logs = shifted.sub(Transforms.log(Transforms.exp(shifted, true).sum(true, 1), false));
        double sum = logs.mul(chosen).mul(weights.array()).sumNumber().doubleValue();
        y.array().putScalar(0, -sum);
      }

      @Override
      public void backward() {
        INDArray d = Transforms.exp(logs, true).subi(chosen);
        logits.addGradient(d.muli(weights.array()).muli(y.gradient().getDouble(0)));
      }
    };
  }
}
