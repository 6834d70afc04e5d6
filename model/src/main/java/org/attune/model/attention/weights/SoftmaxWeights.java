package org.attune.model.attention.weights;

import static org.attune.model.primitive.CausalAttention.causalAttention;
import static org.attune.model.primitive.Softmax.softmax;

import java.util.Optional;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.attention.Weights;
import org.attune.model.primitive.KeyMask;
import org.attune.model.primitive.Mask;
import org.attune.model.program.Value;

/** {@code a_ij = exp(s_ij) / sum_j' exp(s_ij')}. */
public record SoftmaxWeights() implements Weights {

  public static final Option OPTION =
      Option.of("softmax", "softmax over the keys seen", "Vaswani et al. 2017");

  @Override
  public Value from(Value scores, Signals signals, Place place) {
    return softmax(scores, place.mask());
  }

  @Override
  public Optional<Value> read(Value q, Value k, Value v, Place place) {
    return fused(q, k, v, Optional.empty(), place);
  }

  @Override
  public Optional<Value> read(Value q, Value k, Value v, KeyMask mask, Place place) {
    return fused(q, k, v, Optional.of(mask), place);
  }

  private static Optional<Value> fused(
      Value q, Value k, Value v, Optional<KeyMask> mask, Place place) {
    return place.mask() == Mask.CAUSAL && q.columns() == v.columns()
        ? Optional.of(causalAttention(q, k, v, place.heads(), place.scale(), mask))
        : Optional.empty();
  }
}
