package org.attune.model.primitive;

import static org.attune.model.primitive.Matmul.matmul;

import java.util.stream.Stream;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * What an adjoint reads is there when it runs: in these programs λ is computed, so that its place
 * would be used again, and what is free is poisoned.
 */
class TestMemoryIsKept extends GradientContract {

  @Override
  Stream<Case> cases() {
    return Stream.of(
        of("divide, positive", 2, p -> divided(p, true)),
        of("divide", 2, p -> divided(p, false)),
        of("log determinant", 2, TestMemoryIsKept::determinant),
        of("ridge", 2, p -> ridge(p, 5, 6)),
        of("ridge of few keys", 2, p -> ridge(p, 2, 12)),
        of("ridge queries", 2, p -> queries(p, Mask.NONE)),
        of("causal ridge queries", 2, p -> queries(p, Mask.CAUSAL)));
  }

  /** A λ for each sequence and head, from the context. */
  private static Lambda computed(Program p) {
    Value rho = matmul(matrix(p, "context", p.batch(), 3), matrix(p, "map", 3, 2));
    return Lambda.exponential(rho);
  }

  private static Value gram(Program p) {
    Value k = matrix(p, "k", p.batch() * 4, 10);
    return Scores.scores(k, k, 2, 1);
  }

  private static Value divided(Program p, boolean positive) {
    Value s =
        Scores.scores(matrix(p, "q", p.batch() * 3, 10), matrix(p, "k2", p.batch() * 4, 10), 2, 1);
    Lambda lambda = computed(p);
    return positive
        ? SolveRight.dividePositive(s, gram(p), lambda)
        : SolveRight.divide(s, gram(p), lambda);
  }

  private static Value determinant(Program p) {
    return Multiply.multiply(
        LogDeterminant.logDeterminant(gram(p), computed(p)),
        LogDeterminant.logDeterminant(Scores.scores(k2(p), k2(p), 2, 1), Lambda.fixed(1)));
  }

  private static Value k2(Program p) {
    return p.shared("k2", () -> matrix(p, "k2", p.batch() * 4, 10));
  }

  private static Value ridge(Program p, int keys, int width) {
    Value q = matrix(p, "q", p.batch() * 3, width);
    Value k = matrix(p, "k", p.batch() * keys, width);
    Value v = matrix(p, "v", p.batch() * keys, width);
    return Ridge.ridge(q, k, v, 2, computed(p), 1);
  }

  private static Value queries(Program p, Mask mask) {
    Value q = matrix(p, "q", p.batch() * 9, 6);
    Value k = matrix(p, "k", p.batch() * 9, 6);
    return RidgeQueries.ridgeQueries(q, k, 2, computed(p), mask);
  }
}
