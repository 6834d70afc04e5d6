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
 * Uses scores as weights: unchanged where the query may see the key, zero elsewhere.
 *
 * @param scores (B, H, queries, keys)
 * @param mask which keys a query sees
 */
public record Visible(Value scores, Mask mask) implements Primitive {

  /** The scores of visible keys; the value itself if all keys are visible. */
  public static Value visible(Value scores, Mask mask) {
    return mask == Mask.NONE ? scores : Program.of(scores).add(new Visible(scores, mask));
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
  public boolean keeps(int argument) {
    return false;
  }

  @Override
  public Formula formula(Arguments at) {
    Argument scores = at.in(0);
    Argument y = at.out();
    INDArray shown = mask.visible(y.array().dataType(), scores.size(2), scores.size(3));
    return new Formula() {
      @Override
      public void forward(Pass pass) {
        y.array().assign(scores.array().mul(shown));
      }

      @Override
      public void backward() {
        scores.addGradient(y.gradient().mul(shown));
      }
    };
  }
}
