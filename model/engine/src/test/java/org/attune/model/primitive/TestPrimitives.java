package org.attune.model.primitive;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.Apply.apply;
import static org.attune.model.primitive.CausalAttention.causalAttention;
import static org.attune.model.primitive.Gated.gated;
import static org.attune.model.primitive.HeadwiseMatmul.headwiseMatmul;
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
import static org.attune.model.primitive.elementwise.Fused.addPositions;

import java.util.Arrays;
import java.util.stream.Stream;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
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
            of("positions", 3, p -> addPositions(matrix(p, "x", 6, 4), matrix(p, "t", 2, 4))),
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
            of("multiply", 1, p -> multiply(matrix(p, "a", 4, 3), matrix(p, "b", 4, 3))),
            of("square", 1, p -> square(matrix(p, "a", 4, 3))),
            of(
                "map of heads",
                1,
                p ->
                    headwiseMatmul(
                        matrix(p, "x", 3, 12).columns(2, 10),
                        matrix(p, "w", 4, 3),
                        matrix(p, "b", 1, 3),
                        2)),
            of(
                "multiply by a number",
                1,
                p -> multiply(matrix(p, "a", 4, 3), matrix(p, "b", 1, 1))),
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
    Stream<Case> attention = Stream.of(attention(1, 1, 1), attention(2, 2, 7), attention(1, 4, 12));
    return Stream.of(plain, functions, attention).flatMap(s -> s);
  }

  @Override
  Stream<Case> largeCases() {
    Stream<Case> attention =
        Stream.of(
            attention(2, 4, 64),
            attention(1, 2, 63),
            attention(1, 3, 65),
            attention(1, 2, 100),
            attention(2, 1, 130),
            attention(1, 2, 200));
    Stream<Case> functions =
        Arrays.stream(Pointwise.values())
            .flatMap(
                f ->
                    Stream.of(
                        of("apply, long, " + f, 1, p -> apply(f, matrix(p, "x", 70, 128))),
                        of("gate, long, " + f, 1, p -> gateByWide(p, f))));
    Stream<Case> plain =
        Stream.of(
            of(
                "matmul, in pieces",
                1,
                p -> matmul(matrix(p, "a", 130, 140), matrix(p, "b", 140, 150))),
            of(
                "matmul transposed, in pieces",
                1,
                p -> matmulTransposed(matrix(p, "a", 130, 140), matrix(p, "b", 150, 140))),
            of("matmul, padded", 1, p -> matmul(matrix(p, "a", 37, 128), wide(p))),
            of("norm, long", 1, p -> rmsNorm(wide(p), matrix(p, "g", 1, 32), 4, 1e-6)),
            of("multiply, long", 1, p -> multiply(wide(p), matrix(p, "b", 128, 128))),
            of(
                "map of heads, long",
                1,
                p -> headwiseMatmul(wide(p), matrix(p, "w", 32, 32), matrix(p, "b", 1, 32), 4)),
            of("rope, long", 2, p -> rope(wide(p), 2, 10000)),
            of("shift, long", 2, p -> shift(wide(p), 3)),
            of("positions, long", 2, p -> addPositions(wide(p), matrix(p, "t", 64, 128))),
            of("softmax, long", 1, p -> softmax(scores(p, 2, 70, 70), Mask.CAUSAL)),
            of("mix, long", 2, p -> mix(scores(p, 2, 33, 65), matrix(p, "v", 130, 64))));
    return Stream.of(plain, functions, attention).flatMap(s -> s);
  }

  /** A padded value, (128, 128). */
  private static Value wide(Program p) {
    return matmul(matrix(p, "e", 128, 8), matrix(p, "f", 8, 128));
  }

  private static Value gateByWide(Program p, Pointwise f) {
    return gated(f, wide(p), matrix(p, "x", 128, 128));
  }

  private static Case attention(int batch, int heads, int length) {
    int c = 4 * heads;
    return of(
        "attention, batch %d, heads %d, length %d".formatted(batch, heads, length),
        batch,
        p -> {
          Value qkv = matrix(p, "qkv", batch * length, 3 * c);
          return causalAttention(
              qkv.columns(0, c), qkv.columns(c, 2 * c), qkv.columns(2 * c, 3 * c), heads, 0.5);
        });
  }

  private static Value square(Value x) {
    return multiply(x, x);
  }

  private static Value sum(Value x) {
    return add(x, x);
  }
}
