package org.attune.model.primitive;

import static org.attune.model.primitive.Apply.apply;
import static org.attune.model.primitive.CausalAttention.causalAttention;
import static org.attune.model.primitive.Gated.gated;
import static org.attune.model.primitive.Gather.gather;
import static org.attune.model.primitive.GaussianScores.gaussianScores;
import static org.attune.model.primitive.Matmul.matmul;
import static org.attune.model.primitive.Multiply.multiply;
import static org.attune.model.primitive.Residual.residual;
import static org.attune.model.primitive.RmsNorm.rmsNorm;
import static org.attune.model.primitive.Rope.rope;
import static org.attune.model.primitive.elementwise.Fused.addPositions;

import java.util.Map;
import java.util.stream.Stream;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Widths at which rows are padded, over several chunks: where strides are not widths. */
class TestPaddedWidths extends GradientContract {

  private static final int WIDTH = 128;
  private static final int ROWS = 70;

  @Override
  Stream<Case> cases() {
    return Stream.of();
  }

  @Override
  Stream<Case> largeCases() {
    return Stream.of(
        of("gather", 1, TestPaddedWidths::gathered),
        of("matmul", 1, p -> matmul(made(p), matrix(p, "w", WIDTH, 2 * WIDTH))),
        of("residual", 1, p -> residual(made(p), made2(p), matrix(p, "w", WIDTH, WIDTH))),
        of("norm", 1, p -> rmsNorm(made(p), matrix(p, "gain", 1, WIDTH), 1e-6)),
        of("norm of heads", 1, p -> rmsNorm(made(p), matrix(p, "gain", 1, 32), 4, 1e-6)),
        of("apply", 1, p -> apply(Pointwise.GELU, made(p))),
        of("gated", 1, p -> gated(Pointwise.SIGMOID, made(p), made2(p))),
        of("multiply", 1, p -> multiply(made(p), made2(p))),
        of("row product", 1, p -> multiply(made(p), matrix(p, "row", 1, WIDTH))),
        of("add", 1, p -> Add.add(made(p), made2(p))),
        of("positions", 1, p -> addPositions(made(p), matrix(p, "table", ROWS, WIDTH))),
        of("rope", 1, p -> rope(made(p), 4, 10_000)),
        of("shift", 1, p -> Shift.shift(made(p), 2)),
        of("scale", 1, p -> Scale.scale(made(p), 0.5, 1)),
        of("times a column", 1, p -> multiply(made(p), matrix(p, "column", ROWS, 1))),
        of("plus a column", 1, p -> Add.add(made(p), matrix(p, "column", ROWS, 1))),
        of("standardise", 1, p -> Standardise.standardise(made(p), 4, 1e-5)),
        of("row range", 2, p -> RowRange.rowRange(made(p), 3, 9)),
        of("row mean", 2, p -> RowMean.rowMean(made(p))),
        of("row repeat", ROWS, p -> RowRepeat.rowRepeat(made(p), 3)),
        of("every sequence", 3, p -> EverySequence.everySequence(made(p))),
        of("flatten", 2, p -> Regroup.flatten(made(p))),
        of("beside", 1, p -> Beside.beside(made(p), matrix(p, "column", ROWS, 3))),
        of("head mean", 1, p -> HeadMean.headMean(made(p), 4)),
        of("head repeat", 1, p -> HeadRepeat.headRepeat(made(p), 4, 3)),
        of("Taylor features", 1, p -> TaylorFeatures.taylorFeatures(made(p), 4, 0.1)),
        of("stack and back", 2, p -> unstack(Stack.stack(made(p), 4))),
        of("gaussian", 2, p -> unstack(gaussianScores(made(p), made2(p), 4, 0.02))),
        of(
            "linear of a set",
            2,
            p ->
                LinearAttention.linearAttention(
                    made(p), made2(p), matrix(p, "v", ROWS, WIDTH), 4, 0.02, Mask.NONE)),
        of("sixty-four unknowns", 1, p -> divided(p, 64)),
        of("seventy unknowns", 1, p -> divided(p, ROWS)),
        of(
            "attention over columns",
            1,
            p -> {
              Value all = matmul(matrix(p, "in", ROWS, 5), matrix(p, "map", 5, 3 * WIDTH));
              return causalAttention(
                  all.columns(0, WIDTH),
                  all.columns(WIDTH, 2 * WIDTH),
                  all.columns(2 * WIDTH, 3 * WIDTH),
                  4,
                  0.2);
            }));
  }

  @Override
  Map<String, INDArray> tokens(Case c) {
    return c.name().equals("gather")
        ? Map.of("tokens", Nd4j.createFromArray(3, 0, 3, 7, 3))
        : Map.of();
  }

  private static Value gathered(Program p) {
    Value rows = gather(matrix(p, "table", 9, WIDTH), p.tokens("tokens", 5));
    return matmul(rows, matrix(p, "w", WIDTH, 4));
  }

  private static Value made(Program p) {
    return matmul(matrix(p, "in", ROWS, 5), matrix(p, "map", 5, WIDTH));
  }

  private static Value made2(Program p) {
    return matmul(matrix(p, "in2", ROWS, 5), matrix(p, "map2", 5, WIDTH));
  }

  private static Value unstack(Value stack) {
    return Unstack.unstack(stack);
  }

  /** By a matrix that is not symmetric. */
  private static Value divided(Program p, int size) {
    Value rows = Stack.stack(matrix(p, "rows", size, size), 1);
    Value kernel = gaussianScores(matrix(p, "a", size, 6), matrix(p, "b", size, 6), 1, 0.2);
    return unstack(SolveRight.divide(rows, kernel, Lambda.fixed(1.5)));
  }
}
