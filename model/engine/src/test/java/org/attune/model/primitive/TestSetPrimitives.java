package org.attune.model.primitive;

import static org.attune.model.primitive.Beside.beside;
import static org.attune.model.primitive.EverySequence.everySequence;
import static org.attune.model.primitive.GaussianScores.gaussianScores;
import static org.attune.model.primitive.Regroup.flatten;
import static org.attune.model.primitive.RowMean.rowMean;
import static org.attune.model.primitive.RowRange.rowRange;
import static org.attune.model.primitive.RowRepeat.rowRepeat;
import static org.attune.model.primitive.SolveRight.divide;
import static org.attune.model.primitive.SolveRight.dividePositive;
import static org.attune.model.primitive.StackProduct.productNT;
import static org.attune.model.primitive.StackProduct.productTN;
import static org.attune.model.primitive.WeightedTotal.squaredError;
import static org.attune.model.primitive.elementwise.Fused.visible;

import java.util.Map;
import java.util.stream.Stream;
import org.attune.model.program.Init;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

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
        of(
            "beside",
            1,
            p -> beside(matrix(p, "a", 4, 2), matrix(p, "b", 4, 1), matrix(p, "c", 4, 3))),
        of(
            "beside itself",
            1,
            p -> {
              Value a = matrix(p, "a", 4, 2);
              return beside(a, a);
            }),
        of("row mean", 2, p -> rowMean(matrix(p, "x", 6, 4))),
        of("row mean of one", 2, p -> rowMean(matrix(p, "x", 2, 1))),
        of("row range", 2, p -> rowRange(matrix(p, "x", 10, 3), 1, 4)),
        of(
            "row range of a range of columns",
            2,
            p -> rowRange(matrix(p, "x", 10, 3).columns(1, 3), 0, 2)),
        of("row repeat", 2, p -> rowRepeat(matrix(p, "x", 2, 3), 4)),
        of("flatten", 2, p -> flatten(matrix(p, "x", 6, 3))),
        of(
            "squared error",
            2,
            p ->
                squaredError(
                    matrix(p, "x", 6, 2),
                    p.input("target", 3, 2, false),
                    p.input("weights", 3, 1, false))),
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

  @Override
  Map<String, INDArray> tokens(Case c) {
    return c.name().equals("squared error")
        ? Map.of(
            "target", Nd4j.linspace(-1, 1, 12, DataType.DOUBLE).reshape(6, 2),
            "weights", Nd4j.createFromArray(0, 0.5, 1, 0.25, 0, 2).reshape(6, 1))
        : Map.of();
  }

  private static Value kernel(org.attune.model.program.Program p, int rows, int columns) {
    return gaussianScores(
        matrix(p, "a", p.batch() * rows, 4), matrix(p, "b", p.batch() * columns, 4), 2, 0.2);
  }
}
