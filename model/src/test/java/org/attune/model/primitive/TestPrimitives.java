package org.attune.model.primitive;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.AddPositions.addPositions;
import static org.attune.model.primitive.Apply.apply;
import static org.attune.model.primitive.CausalAttention.causalAttention;
import static org.attune.model.primitive.Gated.gated;
import static org.attune.model.primitive.Matmul.matmul;
import static org.attune.model.primitive.Matmul.matmulTransposed;
import static org.attune.model.primitive.Matmul.project;
import static org.attune.model.primitive.Mix.mix;
import static org.attune.model.primitive.Multiply.multiply;
import static org.attune.model.primitive.Residual.residual;
import static org.attune.model.primitive.RmsNorm.rmsNorm;
import static org.attune.model.primitive.Rope.rope;
import static org.attune.model.primitive.Scale.scale;
import static org.attune.model.primitive.Shift.shift;
import static org.attune.model.primitive.Softmax.softmax;

import java.util.Arrays;
import java.util.stream.Stream;
import org.attune.model.program.Init;
import org.attune.model.program.Value;

class TestPrimitives extends GradientContract {

  @Override
  Stream<Case> cases() {
    Stream<Case> plain =
        Stream.of(
            of("matmul", 1, p -> matmul(matrix(p, "a", 5, 3), matrix(p, "b", 3, 4))),
            of(
                "matmul transposed",
                1,
                p -> matmulTransposed(matrix(p, "a", 5, 3), matrix(p, "b", 4, 3))),
            of(
                "projections of one value, one unused",
                1,
                p -> {
                  Value x = matrix(p, "x", 5, 3);
                  Value q = project(x, "q", Init.fanIn(), 2);
                  project(x, "unused", Init.fanIn(), 1);
                  Value k = project(x, "k", Init.fanIn(), 2);
                  return multiply(q, k);
                }),
            of(
                "residual, in place",
                1,
                p -> {
                  Value x = matmul(matrix(p, "e", 6, 4), matrix(p, "w0", 4, 4));
                  Value n = rmsNorm(x, p.parameter("g", Init.normal(1), 1, 4), 1e-6);
                  return residual(x, n, matrix(p, "w", 4, 4));
                }),
            of(
                "residual of what is still needed",
                1,
                p -> {
                  Value x = matmul(matrix(p, "e", 6, 4), matrix(p, "w0", 4, 4));
                  return multiply(residual(x, x, matrix(p, "w", 4, 4)), x);
                }),
            of(
                "rms norm of heads",
                1,
                p -> rmsNorm(matrix(p, "x", 3, 12), matrix(p, "g", 1, 4), 3, 1e-6)),
            of(
                "rms norm of a range",
                1,
                p -> rmsNorm(matrix(p, "x", 3, 12).columns(4, 8), matrix(p, "g", 1, 4), 1, 1e-6)),
            of("positions", 3, p -> addPositions(matrix(p, "x", 6, 4), matrix(p, "t", 5, 4))),
            of("rope", 2, p -> rope(matrix(p, "x", 10, 8), 2, 100)),
            of("rope of one row", 2, p -> rope(matrix(p, "x", 2, 4), 2, 100)),
            of("shift", 2, p -> shift(matrix(p, "x", 10, 3), 2)),
            of("shift past the start", 2, p -> shift(matrix(p, "x", 4, 3), 5)),
            of("no shift", 2, p -> shift(matrix(p, "x", 4, 3), 0)),
            of("scale", 1, p -> scale(matrix(p, "x", 4, 3), -2, 1)),
            of("add", 1, p -> add(matrix(p, "a", 4, 3), matrix(p, "b", 4, 3))),
            of("add to itself", 1, p -> sum(matrix(p, "a", 4, 3))),
            of("add a row", 1, p -> add(matrix(p, "a", 4, 3), matrix(p, "b", 1, 3))),
            of("add a column", 1, p -> add(matrix(p, "a", 4, 3), matrix(p, "b", 4, 1))),
            of("add a number", 1, p -> add(matrix(p, "a", 4, 3), matrix(p, "b", 1, 1))),
            of("multiply by a row", 1, p -> multiply(matrix(p, "a", 4, 3), matrix(p, "b", 1, 3))),
            of("softmax, causal", 2, p -> softmax(scores(p, 2, 5, 5), Mask.CAUSAL)),
            of("softmax of a set", 2, p -> softmax(scores(p, 2, 3, 4), Mask.NONE)),
            of("mix", 2, p -> mix(scores(p, 2, 3, 5), matrix(p, "v", 10, 6))));
    Stream<Case> functions =
        Arrays.stream(Pointwise.values())
            .flatMap(
                f ->
                    Stream.of(
                        of("apply " + f, 1, p -> apply(f, matrix(p, "x", 4, 3))),
                        of(
                            "gate by " + f,
                            1,
                            p -> gated(f, matrix(p, "g", 4, 3), matrix(p, "x", 4, 3))),
                        of(
                            "gate a range by " + f,
                            1,
                            p -> {
                              Value both = matrix(p, "x", 4, 6);
                              return gated(f, both.columns(3, 6), both.columns(0, 3));
                            })));
    Stream<Case> attention =
        Stream.of(new int[] {1, 1, 1}, new int[] {2, 2, 7}, new int[] {1, 4, 12})
            .map(
                s ->
                    of(
                        "attention, batch %d, heads %d, length %d".formatted(s[0], s[1], s[2]),
                        s[0],
                        p -> {
                          Value qkv = matrix(p, "qkv", s[0] * s[2], 12 * s[1]);
                          int c = 4 * s[1];
                          return causalAttention(
                              qkv.columns(0, c),
                              qkv.columns(c, 2 * c),
                              qkv.columns(2 * c, 3 * c),
                              s[1],
                              0.5);
                        }));
    return Stream.of(plain, functions, attention).flatMap(s -> s);
  }

  private static Value sum(Value x) {
    return add(x, x);
  }
}
