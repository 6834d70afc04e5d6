package org.attune.model.attention.head;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.Along.rowSums;
import static org.attune.model.primitive.Beside.beside;
import static org.attune.model.primitive.LogDeterminant.logDeterminant;
import static org.attune.model.primitive.Multiply.multiply;
import static org.attune.model.primitive.Scale.scale;
import static org.attune.model.primitive.Shares.shares;
import static org.attune.model.primitive.SolveRight.dividePositive;
import static org.attune.model.primitive.Stack.stack;
import static org.attune.model.primitive.StackProduct.productTN;
import static org.attune.model.primitive.Unstack.unstack;

import java.util.List;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.Place;
import org.attune.model.primitive.Lambda;
import org.attune.model.program.Value;

/**
 * Quadratic discriminant analysis: scores {@code -½(q - μ_c)M_c⁻¹(q - μ_c)' - ½log|M_c|} of each
 * class, with {@code M_c = (K_c - μ_c)'(K_c - μ_c)/N_c + λI} and equal priors. Values are class
 * indicators; one head.
 *
 * @param strength λ, positive
 */
public record QuadraticDiscriminant(double strength) implements SetReading {

  @Override
  public List<String> limits(Place place, int length) {
    return Classes.limits(place, "qda");
  }

  @Override
  public Declaration declares() {
    return Declaration.needs(Feature.INDICATORS);
  }

  @Override
  public Value read(Value q, Value k, Value v, Place place) {
    place.requireSet("model.kind.head: qda");
    Value members = unstack(shares(stack(v, 1))); // (B·N, C): one over N_c
    Value[] scores = new Value[v.columns()];
    for (int c = 0; c < scores.length; c++) {
      Value share = stack(members.columns(c, c + 1), 1); // (B, 1, N, 1)
      scores[c] = score(stack(q, 1), stack(k, 1), share); // (B·m, 1)
    }
    return beside(scores); // (B·m, C)
  }

  private Value score(Value queries, Value keys, Value share) {
    Lambda lambda = Lambda.fixed(strength);
    Value away = scale(productTN(share, keys), -1); // (B, 1, 1, d): -μ_c
    Value centred = add(keys, away); // (B, 1, N, d)
    Value covariance = productTN(centred, multiply(centred, share)); // (B, 1, d, d)
    Value offset = add(queries, away); // (B, 1, m, d)
    Value square = rowSums(multiply(dividePositive(offset, covariance, lambda), offset));
    return unstack(scale(add(square, logDeterminant(covariance, lambda)), -0.5));
  }
}
