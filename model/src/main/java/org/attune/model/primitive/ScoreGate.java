package org.attune.model.primitive;

import java.util.List;
import org.attune.model.program.Argument;
import org.attune.model.program.Arguments;
import org.attune.model.program.Formula;
import org.attune.model.program.Pass;
import org.attune.model.program.Primitive;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.ops.transforms.Transforms;

/**
 * Weights without competition between keys. {@code y_ij = f(s_ij - log c_i) / n_i^p} for each key
 * that the query sees, and zero for the others. n_i is the number of keys that query i sees.
 *
 * @param scores (B, H, queries, keys)
 * @param function f
 * @param bias selects c_i
 * @param power p: 0 for the sum over keys, ½ to keep its variance, 1 for the mean
 * @param mask which keys a query sees
 */
public record ScoreGate(Value scores, Pointwise function, Bias bias, double power, Mask mask)
    implements Primitive {

  /** The number c_i; its logarithm is subtracted from a score before the function. */
  public enum Bias {
    /** Nothing. */
    NONE,
    /** The length of the sequence. */
    LENGTH,
    /** The number of keys that the query sees. */
    VISIBLE
  }

  /** Each score's own weight. */
  public static Value scoreGate(
      Value scores, Pointwise function, Bias bias, double power, Mask mask) {
    return Program.of(scores).add(new ScoreGate(scores, function, bias, power, mask));
  }

  @Override
  public List<Value> inputs() {
    return List.of(scores);
  }

  @Override
  public int[] shape() {
    return scores.shape();
  }

  @Override
  public Formula formula(Arguments at) {
    Argument scores = at.in(0);
    Argument y = at.out();
    INDArray visible = mask.visible(y.array().dataType(), scores.size(2), scores.size(3));
    INDArray count = visible.sum(true, 3); // (1, 1, queries, 1)
    INDArray factor = visible.div(Transforms.pow(count, power, true)); // (1, 1, queries, keys)
    return new Formula() {
      @Override
      public void forward(Pass pass) {
        y.array().assign(function.value(biased()).muli(factor));
      }

      @Override
      public void backward() {
        scores.addGradient(function.slope(biased()).muli(factor).muli(y.gradient()));
      }

      /** The biased scores, zero where hidden, so that hidden scores never reach the function. */
      private INDArray biased() {
        INDArray s = scores.array().dup('c');
        switch (bias) {
          case LENGTH -> s.subi(Math.log(scores.size(3)));
          case VISIBLE -> s.subi(Transforms.log(count, true));
          case NONE -> {}
        }
        return s.muli(visible);
      }
    };
  }
}
