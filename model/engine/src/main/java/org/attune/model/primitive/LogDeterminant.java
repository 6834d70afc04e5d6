package org.attune.model.primitive;

import java.util.List;
import org.attune.model.program.Argument;
import org.attune.model.program.Arguments;
import org.attune.model.program.Formula;
import org.attune.model.program.Primitive;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * {@code y = log|A + λI|} of symmetric positive matrices.
 *
 * @param a (B, H, n, n)
 * @param lambda λ, not 0
 */
public record LogDeterminant(Value a, Lambda lambda) implements Primitive {

  public LogDeterminant {
    if (lambda.isZero()) {
      throw new IllegalArgumentException(
          "Invalid lambda: 0 leaves a determinant that may vanish; use a positive lambda");
    }
    lambda.require(a.batch(), a.size(1));
  }

  /** The logarithm of each determinant: (B, H, 1, 1). */
  public static Value logDeterminant(Value a, Lambda lambda) {
    return Program.of(a).add(new LogDeterminant(a, lambda));
  }

  @Override
  public List<Value> inputs() {
    return lambda.inputs(a);
  }

  @Override
  public int[] shape() {
    return new int[] {a.size(0), a.size(1), 1, 1};
  }

  @Override
  public boolean keeps(int argument) {
    return argument > 0; // the adjoint reads rho again
  }

  @Override
  public Formula formula(Arguments at) {
    Argument a = at.in(0);
    BoundLambda lambda = BoundLambda.of(this.lambda, at, 1);
    Argument y = at.out();
    return Formula.keeping(
        pass -> {
          MatrixFactors factors = MatrixFactors.positive(a.array(), lambda);
          y.array().assign(factors.logDeterminants());
          return factors;
        },
        factors -> {
          INDArray eye =
              Nd4j.eye(a.size(2))
                  .castTo(a.array().dataType())
                  .reshape('c', 1, 1, a.size(2), a.size(2));
          INDArray all = a.array().ulike().assign(0).addi(eye);
          INDArray byMatrix = factors.solve(all).muli(y.gradient()); // (B, H, n, n)
          a.addGradient(() -> byMatrix);
          lambda.addGradient(Ridge.lossByLambda(byMatrix.neg(), eye));
        });
  }
}
