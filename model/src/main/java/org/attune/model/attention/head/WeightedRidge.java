package org.attune.model.attention.head;

import static org.attune.model.primitive.Apply.apply;
import static org.attune.model.primitive.Matmul.matmul;
import static org.attune.model.primitive.Multiply.multiply;
import static org.attune.model.primitive.Ridge.ridge;
import static org.attune.model.primitive.Scale.scale;

import org.attune.model.attention.Place;
import org.attune.model.primitive.Lambda;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * Ridge regression of values on keys, with a weight for each pair: {@code y = qW}, where W
 * minimises {@code Σ_i d_i ‖k_i W - v_i‖² + λ‖W‖²} in each head. The weights {@code d_i = e^(k_i
 * w)} follow from the keys of all heads together, and all heads share them; w is learned, 0 at
 * first. This is plain ridge regression of {@code sqrt(d_i) v_i} on {@code sqrt(d_i) k_i}.
 *
 * @param strength λ, positive
 */
public record WeightedRidge(double strength) implements SetReading {

  @Override
  public Value read(Value q, Value k, Value v, Place place) {
    place.requireSet("model.kind.head: weighted-ridge");
    Program p = Program.of(q);
    Value w = p.parameter("pair-weight", Init.constant(0), k.columns(), 1);
    Value roots = apply(Pointwise.EXP, scale(matmul(k, w), 0.5)); // (B·n, 1)
    Lambda lambda = Lambda.fixed(strength);
    return ridge(q, multiply(k, roots), multiply(v, roots), place.heads(), lambda, 1);
  }
}
