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

/**
 * {@code y_ij = s_ij + bias_j} for each head: each token sets a bias on itself as a key.
 *
 * @param scores (B, H, queries, keys)
 * @param bias (B·keys, H)
 */
public record KeyBias(Value scores, Value bias) implements Primitive {

  public KeyBias {
    if (bias.columns() != scores.size(1) || bias.length() != scores.size(3)) {
      throw new IllegalArgumentException("Cannot add %s to the keys of %s".formatted(bias, scores));
    }
  }

  /** Adds each key's bias to all of its scores. */
  public static Value keyBias(Value scores, Value bias) {
    return Program.of(scores).add(new KeyBias(scores, bias));
  }

  @Override
  public List<Value> inputs() {
    return List.of(scores, bias);
  }

  @Override
  public int[] shape() {
    return scores.shape();
  }

  @Override
  public boolean keeps(int argument) {
    return false;
  }

  @Override
  public Formula formula(Arguments at) {
    Argument scores = at.in(0);
    Argument bias = at.in(1);
    Argument y = at.out();
    int batch = scores.size(0);
    int heads = scores.size(1);
    int keys = scores.size(3);
    return new Formula() {
      @Override
      public void forward(Pass pass) {
        INDArray perKey = Heads.split(bias, heads).reshape('c', batch, heads, 1, keys);
        y.array().assign(scores.array().add(perKey));
      }

      @Override
      public void backward() {
        if (scores.wantsGradient()) {
          scores.addGradient(y.gradient());
        }
        if (bias.wantsGradient()) {
          INDArray sum = y.gradient().sum(false, 2).dup('c').reshape('c', batch, heads, keys, 1);
          bias.addGradient(Heads.join(sum));
        }
      }
    };
  }
}
