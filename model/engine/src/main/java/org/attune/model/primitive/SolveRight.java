package org.attune.model.primitive;

import static org.attune.model.primitive.ReferenceProducts.productTN;

import java.util.List;
import org.attune.model.program.Argument;
import org.attune.model.program.Arguments;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsOutput;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * {@code y = s (A + λI)⁻¹} for each head: corrects weights for the similarity of keys.
 *
 * @param s (B, H, rows, n)
 * @param a (B, H, n, n)
 * @param lambda λ
 * @param symmetric whether A is symmetric and positive, so that Cholesky applies. At λ = 0 the
 *     pseudo-inverse then applies; its gradient is valid while A's rank is constant.
 */
public record SolveRight(Value s, Value a, Lambda lambda, boolean symmetric)
    implements KeepsOutput {

  public SolveRight {
    if (a.size(2) != a.size(3) || s.size(3) != a.size(2) || s.size(1) != a.size(1)) {
      throw new IllegalArgumentException("Cannot divide %s by %s".formatted(s, a));
    }
    lambda.require(s.batch(), s.size(1));
  }

  /** {@code s (A + λI)⁻¹}, A symmetric and positive. */
  public static Value dividePositive(Value s, Value a, Lambda lambda) {
    return Program.of(s).add(new SolveRight(s, a, lambda, true));
  }

  /** {@code s (A + λI)⁻¹}. */
  public static Value divide(Value s, Value a, Lambda lambda) {
    return Program.of(s).add(new SolveRight(s, a, lambda, false));
  }

  @Override
  public List<Value> inputs() {
    return lambda.inputs(s, a);
  }

  @Override
  public boolean keeps(int argument) {
    return argument > 1 || (argument == 0 && pseudo()); // the adjoint reads rho again
  }

  @Override
  public Formula formula(Arguments at) {
    Argument s = at.in(0);
    Argument a = at.in(1);
    BoundLambda lambda = BoundLambda.of(this.lambda, at, 2);
    Argument y = at.out();
    return Formula.keeping(
        pass -> {
          MatrixFactors factors =
              symmetric
                  ? MatrixFactors.positive(a.array(), lambda)
                  : MatrixFactors.general(a.array(), lambda);
          y.array().assign(swapped(factors.solveTransposed(swapped(s.array()))));
          return factors;
        },
        factors -> {
          INDArray ds = swapped(factors.solve(swapped(y.gradient())));
          s.addGradient(() -> ds);
          a.addGradient(
              () ->
                  pseudo()
                      ? factors.derivativeOfPseudoInverse(productTN(s.array(), y.gradient()))
                      : productTN(y.array(), ds).negi());
          lambda.addGradient(Ridge.lossByLambda(ds, y.array()));
        });
  }

  private boolean pseudo() {
    return symmetric && lambda.isZero();
  }

  private static INDArray swapped(INDArray stack) {
    return stack.permute(0, 1, 3, 2).dup('c');
  }
}
