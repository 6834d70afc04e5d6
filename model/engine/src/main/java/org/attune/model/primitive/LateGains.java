package org.attune.model.primitive;

import java.util.List;
import java.util.stream.IntStream;
import org.attune.model.program.Arguments;
import org.attune.model.program.Formula;
import org.attune.model.program.Primitive;
import org.attune.model.program.Value;

/**
 * A norm whose gains nothing else reads. Their gradients may therefore come after all other
 * adjoints, together with those of other norms. The fusion pass writes it in the norm's place.
 *
 * @param norm an {@link RmsNorm} or {@link NormedHeads}
 */
public record LateGains(Primitive norm) implements Primitive {

  /** The arguments of a norm that are gains; none if a primitive is not a norm. */
  public static List<Integer> gains(Primitive primitive) {
    if (primitive instanceof RmsNorm) {
      return List.of(1);
    }
    if (primitive instanceof NormedHeads heads) {
      int parts = heads.parts().size();
      return IntStream.range(parts, 2 * parts).boxed().toList();
    }
    return List.of();
  }

  @Override
  public List<Value> inputs() {
    return norm.inputs();
  }

  @Override
  public int[] shape() {
    return norm.shape();
  }

  @Override
  public boolean keeps(int argument) {
    return norm.keeps(argument);
  }

  @Override
  public Formula formula(Arguments at) {
    return norm.formula(at);
  }
}
