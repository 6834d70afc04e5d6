package org.attune.model.primitive;

import static org.attune.model.primitive.Along.rowSums;
import static org.attune.model.primitive.LogDeterminant.logDeterminant;
import static org.attune.model.primitive.Shares.shares;
import static org.attune.model.primitive.StackProduct.product;
import static org.attune.model.primitive.StackProduct.productTN;
import static org.attune.model.primitive.Unstack.unstack;

import java.util.Map;
import java.util.stream.Stream;
import org.attune.model.attention.Place;
import org.attune.model.attention.Reading;
import org.attune.model.attention.head.ConstrainedRidge;
import org.attune.model.attention.head.LeastSquaresSvm;
import org.attune.model.attention.head.LinearDiscriminant;
import org.attune.model.attention.head.QuadraticDiscriminant;
import org.attune.model.attention.head.WeightedRidge;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** The classical heads and the primitives they alone need: gradients, fast against reference. */
class TestClassicalHeads extends GradientContract {

  @Override
  Stream<Case> cases() {
    return Stream.of(
        of("stack and back", 2, p -> unstack(Stack.stack(matrix(p, "x", 6, 4), 2))),
        of("shares", 1, p -> shares(kernel(p, 4, 3))),
        of("row sums", 2, p -> rowSums(scores(p, 2, 3, 4))),
        of("product", 1, p -> product(scores(p, 2, 3, 4), kernel(p, 4, 2))),
        of(
            "log determinant",
            2,
            p -> {
              Value x = Stack.stack(matrix(p, "x", 8, 6), 2);
              Lambda lambda = Lambda.exponential(p.parameter("rho", Init.normal(0.3), 1, 2));
              return logDeterminant(productTN(x, x), lambda);
            }),
        head("weighted ridge", 2, new WeightedRidge(0.5)),
        head("ls-svm", 2, new LeastSquaresSvm(0.5)),
        head("equality", 2, new ConstrainedRidge(0.5, 2, false)),
        head("inequality", 2, new ConstrainedRidge(0.5, 2, true)),
        classifier("lda", new LinearDiscriminant(0.5)),
        classifier("qda", new QuadraticDiscriminant(0.5)));
  }

  private static Value kernel(Program p, int rows, int columns) {
    return GaussianScores.gaussianScores(
        matrix(p, "a", rows, 4), matrix(p, "b", columns, 4), 2, 0.2);
  }

  private static Case head(String name, int heads, Reading head) {
    return of(
        name,
        2,
        p ->
            head.read(
                matrix(p, "q", 4, 3 * heads),
                matrix(p, "k", 10, 3 * heads),
                matrix(p, "v", 10, 2 * heads),
                new Place(3 * heads, heads, 0, 1, Mask.NONE)));
  }

  private static Case classifier(String name, Reading head) {
    return of(
        name,
        2,
        p ->
            head.read(
                matrix(p, "q", 4, 3),
                matrix(p, "k", 10, 3),
                p.input("classes", 5, 2, false),
                new Place(3, 1, 0, 1, Mask.NONE)));
  }

  @Override
  Map<String, INDArray> tokens(Case c) {
    double[][] classes = new double[10][2];
    for (int i = 0; i < 10; i++) {
      classes[i][i % 3 == 0 ? 0 : 1] = 1;
    }
    return c.name().endsWith("da") ? Map.of("classes", Nd4j.createFromArray(classes)) : Map.of();
  }
}
