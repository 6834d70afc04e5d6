package org.attune.model.primitive;

import static org.attune.model.primitive.EverySequence.everySequence;
import static org.attune.model.primitive.GaussianScores.gaussianScores;
import static org.attune.model.primitive.SolveRight.divide;
import static org.attune.model.primitive.SolveRight.dividePositive;
import static org.attune.model.primitive.StackProduct.productNT;
import static org.attune.model.primitive.StackProduct.productTN;
import static org.attune.model.primitive.Visible.visible;

import java.util.stream.Stream;
import org.attune.model.program.Init;
import org.attune.model.program.Value;

class TestSetPrimitives extends GradientContract {

  @Override
  Stream<Case> cases() {
    return Stream.of(
        of("visible", 2, p -> visible(scores(p, 2, 4, 4), Mask.CAUSAL)),
        of("gaussian", 2, p -> gaussianScores(matrix(p, "q", 6, 4), matrix(p, "k", 8, 4), 2, 0.3)),
        of(
            "gaussian of a set with itself",
            1,
            p -> {
              Value k = matrix(p, "k", 5, 3);
              return gaussianScores(k, k, 1, 0.3);
            }),
        of(
            "gaussian of one",
            1,
            p -> gaussianScores(matrix(p, "q", 1, 1), matrix(p, "k", 1, 1), 1, 1)),
        of("product, first transposed", 2, p -> productTN(scores(p, 2, 3, 4), kernel(p, 3, 2))),
        of("product, second transposed", 2, p -> productNT(scores(p, 2, 3, 4), kernel(p, 5, 4))),
        of("every sequence", 3, p -> everySequence(matrix(p, "x", 2, 3))),
        of(
            "divide by a kernel",
            2,
            p -> {
              Value k = matrix(p, "k", 10, 4);
              Lambda lambda = Lambda.exponential(p.parameter("rho", Init.normal(0.3), 1, 2));
              return dividePositive(scores(p, 2, 3, 5), gaussianScores(k, k, 2, 0.5), lambda);
            }),
        of(
            "divide by any matrix",
            2,
            p -> {
              Value a = Softmax.softmax(kernel(p, 4, 4), Mask.NONE);
              Lambda lambda = Lambda.exponential(p.parameter("rho", Init.normal(0.3), 2, 1));
              return divide(scores(p, 2, 3, 4), a, lambda);
            }));
  }

  private static Value kernel(org.attune.model.program.Program p, int rows, int columns) {
    return gaussianScores(
        matrix(p, "a", p.batch() * rows, 4), matrix(p, "b", p.batch() * columns, 4), 2, 0.2);
  }
}
