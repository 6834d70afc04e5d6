package org.attune.model.attention.head;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.Along.rowSums;
import static org.attune.model.primitive.Multiply.multiply;
import static org.attune.model.primitive.Regroup.flatten;
import static org.attune.model.primitive.Scale.scale;
import static org.attune.model.primitive.Shares.shares;
import static org.attune.model.primitive.SolveRight.dividePositive;
import static org.attune.model.primitive.Stack.stack;
import static org.attune.model.primitive.StackProduct.product;
import static org.attune.model.primitive.StackProduct.productNT;
import static org.attune.model.primitive.StackProduct.productTN;
import static org.attune.model.primitive.Unstack.unstack;

import java.util.List;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.Place;
import org.attune.model.primitive.Lambda;
import org.attune.model.program.Value;

/**
 * Linear discriminant analysis: scores {@code qM⁻¹μ_c' - ½μ_cM⁻¹μ_c'} of each class, with {@code M
 * = Σ_c (K_c - μ_c)'(K_c - μ_c)/(N - C) + λI} and equal priors. Values are class indicators; one
 * head.
 *
 * @param strength λ
 */
public record LinearDiscriminant(double strength) implements SetReading {

  @Override
  public List<String> limits(Place place, int length) {
    return Classes.limits(place, "lda");
  }

  @Override
  public Declaration declares() {
    return Declaration.needs(Feature.INDICATORS);
  }

  @Override
  public Value read(Value q, Value k, Value v, Place place) {
    place.requireSet("model.kind.head: lda");
    int spare = k.length() - v.columns(); // N - C
    if (spare < 1) {
      throw new IllegalArgumentException(
          ("Invalid model.kind.head: lda cannot pool a covariance from %d examples of %d classes;"
                  + " there must be more examples than classes")
              .formatted(k.length(), v.columns()));
    }
    Value keys = stack(k, 1); // (B, 1, N, d)
    Value members = stack(v, 1); // (B, 1, N, C)
    Value means = productTN(shares(members), keys); // (B, 1, C, d)
    Value centred = add(keys, scale(product(members, means), -1)); // (B, 1, N, d)
    Value pooled = scale(productTN(centred, centred), 1.0 / spare); // (B, 1, d, d)
    Value directions = dividePositive(means, pooled, Lambda.fixed(strength)); // (B, 1, C, d)
    Value projections = productNT(stack(q, 1), directions); // (B, 1, m, C)
    Value lengths = rowSums(multiply(directions, means)); // (B, 1, C, 1)
    Value ofClasses = stack(flatten(unstack(lengths)), 1); // (B, 1, 1, C)
    return unstack(add(projections, scale(ofClasses, -0.5)));
  }
}
