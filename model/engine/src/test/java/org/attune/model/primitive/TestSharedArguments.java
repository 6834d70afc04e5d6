package org.attune.model.primitive;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.Beside.beside;
import static org.attune.model.primitive.CausalAttention.causalAttention;
import static org.attune.model.primitive.Gated.gated;
import static org.attune.model.primitive.HeadwiseMatmul.headwiseMatmul;
import static org.attune.model.primitive.LinearAttention.linearAttention;
import static org.attune.model.primitive.Matmul.matmul;
import static org.attune.model.primitive.Mix.mix;
import static org.attune.model.primitive.Multiply.multiply;
import static org.attune.model.primitive.Residual.residual;
import static org.attune.model.primitive.Ridge.ridge;
import static org.attune.model.primitive.RidgeQueries.ridgeQueries;
import static org.attune.model.primitive.Softmax.softmax;

import java.util.stream.Stream;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/** A kernel must not care which of its arguments are one value, or lie in one. */
class TestSharedArguments extends GradientContract {

  @Override
  Stream<Case> cases() {
    return Stream.of(
        of("a + a", 1, p -> add(made(p, 3, 4), x(p))),
        of("sum of one value", 1, p -> twice(made(p, 3, 4), (a, b) -> add(a, b))),
        of("square", 1, p -> twice(made(p, 3, 4), (a, b) -> multiply(a, b))),
        of("matrix times itself", 1, p -> twice(made(p, 4, 4), (a, b) -> matmul(a, b))),
        of("parameter times itself", 1, p -> twice(matrix(p, "w", 4, 4), (a, b) -> matmul(a, b))),
        of("gate of itself", 1, p -> twice(made(p, 3, 4), (a, b) -> gated(Pointwise.SILU, a, b))),
        of("stream that joins itself", 1, p -> joined(made(p, 4, 4))),
        of("heads times their own rows", 1, p -> ownRows(made(p, 4, 8))),
        of("keys are values", 2, p -> keysAreValues(p, 5)),
        of("keys are values, blocks", 1, p -> keysAreValues(p, 70)),
        of("all one", 2, p -> allOne(p, 5)),
        of("queries are keys", 2, p -> queriesAreKeys(p, 5)),
        of("keys beside values", 2, p -> rangesOfOne(p, 5)),
        of("scores of one", 2, p -> twice(made(p, 10, 6), (a, b) -> Scores.scores(a, b, 2, 0.5))),
        of("linear of one", 2, p -> linear(made(p, 10, 6), Mask.CAUSAL)),
        of("linear of one set", 2, p -> linear(made(p, 10, 6), Mask.NONE)),
        of("ridge of one", 2, p -> ridged(made(p, 10, 6))),
        of("ridge of one, few keys", 2, p -> ridged(made(p, 4, 12))),
        of("causal ridge of one", 2, p -> causal(made(p, 40, 6))),
        of("beside itself", 1, p -> twice(made(p, 3, 4), (a, b) -> beside(a, b))),
        of("product of a stack with itself", 2, p -> stacks(p, StackProduct::product)),
        of("the same, turned", 2, p -> stacks(p, StackProduct::productTN)),
        of("a stack and its transpose", 2, p -> stacks(p, StackProduct::productNT)),
        of("gaussian of one", 2, p -> twice(made(p, 10, 4), (a, b) -> gaussian(a, b))),
        of("a matrix divided by itself", 2, p -> stacks(p, TestSharedArguments::divided)),
        of("ridge queries of one set", 2, p -> ofSet(made(p, 10, 6))),
        of("a value and a part of it", 1, p -> whole(made(p, 4, 4))));
  }

  private interface Two {
    Value of(Value a, Value b);
  }

  private static Value twice(Value a, Two two) {
    return two.of(a, a);
  }

  private static Value x(Program p) {
    return matrix(p, "other", 3, 4);
  }

  /** A result, whose memory is planned. */
  private static Value made(Program p, int rowsOfBatch, int columns) {
    Value in = matrix(p, "in", rowsOfBatch, 3);
    return matmul(in, matrix(p, "map", 3, columns));
  }

  private static Value joined(Value a) {
    return residual(a, a, matrix(Program.of(a), "w", 4, 4));
  }

  private static Value ownRows(Value a) {
    return headwiseMatmul(a, a.columns(0, 4), matrix(Program.of(a), "shift", 1, 4), 2);
  }

  private static Value keysAreValues(Program p, int length) {
    Value k = made(p, p.batch() * length, 6);
    return causalAttention(matrix(p, "q", p.batch() * length, 6), k, k, 2, 0.5);
  }

  private static Value allOne(Program p, int length) {
    Value k = made(p, p.batch() * length, 6);
    return causalAttention(k, k, k, 2, 0.5);
  }

  private static Value queriesAreKeys(Program p, int length) {
    Value k = made(p, p.batch() * length, 6);
    return causalAttention(k, k, matrix(p, "v", p.batch() * length, 6), 2, 0.5);
  }

  private static Value rangesOfOne(Program p, int length) {
    Value all = made(p, p.batch() * length, 12);
    Value k = all.columns(0, 6);
    return causalAttention(k, k, all.columns(6, 12), 2, 0.5);
  }

  private static Value linear(Value x, Mask mask) {
    return linearAttention(x, x, x, 2, 0.5, mask);
  }

  private static Value ridged(Value x) {
    return ridge(x, x, x, 2, Lambda.fixed(0.5), 1);
  }

  private static Value causal(Value x) {
    Value u = ridgeQueries(x, x, 2, Lambda.fixed(0.5), Mask.CAUSAL);
    return mix(softmax(Scores.scores(u, x, 2, 1), Mask.CAUSAL), x);
  }

  private static Value whole(Value x) {
    Value part = x.columns(0, 2);
    return add(matmul(x, x), matmul(part, matrix(Program.of(x), "w", 2, 4)));
  }

  private static Value stacks(Program p, Two two) {
    return Unstack.unstack(twice(Stack.stack(made(p, 2 * p.batch(), 4), 2), two));
  }

  private static Value gaussian(Value a, Value b) {
    return Unstack.unstack(GaussianScores.gaussianScores(a, b, 2, 0.3));
  }

  private static Value divided(Value a, Value b) {
    return SolveRight.divide(a, b, Lambda.fixed(9));
  }

  private static Value ofSet(Value x) {
    return ridgeQueries(x, x, 2, Lambda.fixed(0.5), Mask.NONE);
  }
}
