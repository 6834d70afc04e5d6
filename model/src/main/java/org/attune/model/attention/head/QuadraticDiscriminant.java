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
 * Quadratic discriminant analysis (QDA). A query's score for class c is {@code -½(q - μ_c)M_c⁻¹(q -
 * μ_c)ᵀ - ½log|M_c|}, with {@code M_c = (K_c - μ_c)ᵀ(K_c - μ_c)/N_c + λI}: K_c are the N_c keys of
 * the class and μ_c is their mean. Priors are equal. A value has 1 in the column of its key's
 * class, and 0 in the other of the C columns. Every class needs a key in each set. There is one
 * head.
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
    Value shares = unstack(shares(stack(v, 1))); // (B·N, C): 1 / N_c for members of c, else 0
    Value queries = stack(q, 1); // (B, 1, m, d)
    Value keys = stack(k, 1); // (B, 1, N, d)
    Value[] scores = new Value[v.columns()];
    for (int c = 0; c < scores.length; c++) {
      Value share = stack(shares.columns(c, c + 1), 1); // (B, 1, N, 1)
      scores[c] = score(queries, keys, share); // (B·m, 1)
    }
    return beside(scores); // (B·m, C)
  }

  /** The queries' scores for one class. */
  private Value score(Value queries, Value keys, Value share) {
    Lambda lambda = Lambda.fixed(strength);
    Value minusMean = scale(productTN(share, keys), -1); // (B, 1, 1, d): -μ_c
    Value centred = add(keys, minusMean); // (B, 1, N, d)
    Value covariance = productTN(centred, multiply(centred, share)); // (B, 1, d, d)
    Value offset = add(queries, minusMean); // (B, 1, m, d)
    Value divided = dividePositive(offset, covariance, lambda); // (q - μ_c)M_c⁻¹
    Value square = rowSums(multiply(divided, offset)); // (B, 1, m, 1)
    return unstack(scale(add(square, logDeterminant(covariance, lambda)), -0.5));
  }
}
