package org.attune.model.cuda;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.AddPositions.addPositions;
import static org.attune.model.primitive.Apply.apply;
import static org.attune.model.primitive.Beside.beside;
import static org.attune.model.primitive.CausalAttention.causalAttention;
import static org.attune.model.primitive.CrossEntropy.crossEntropy;
import static org.attune.model.primitive.DistanceBias.distanceBias;
import static org.attune.model.primitive.Gated.gated;
import static org.attune.model.primitive.Gather.gather;
import static org.attune.model.primitive.HeadDifference.headDifference;
import static org.attune.model.primitive.HeadMean.headMean;
import static org.attune.model.primitive.HeadMixing.headMixing;
import static org.attune.model.primitive.HeadRepeat.headRepeat;
import static org.attune.model.primitive.HeadScale.headScale;
import static org.attune.model.primitive.HeadwiseMatmul.headwiseMatmul;
import static org.attune.model.primitive.KeyBias.keyBias;
import static org.attune.model.primitive.LinearAttention.linearAttention;
import static org.attune.model.primitive.Matmul.matmul;
import static org.attune.model.primitive.Matmul.matmulTransposed;
import static org.attune.model.primitive.Matmul.project;
import static org.attune.model.primitive.Mix.mix;
import static org.attune.model.primitive.Multiply.multiply;
import static org.attune.model.primitive.Pointer.pointer;
import static org.attune.model.primitive.RankedWeights.rankedWeights;
import static org.attune.model.primitive.Residual.residual;
import static org.attune.model.primitive.RidgeQueries.ridgeQueries;
import static org.attune.model.primitive.RmsNorm.rmsNorm;
import static org.attune.model.primitive.Rope.rope;
import static org.attune.model.primitive.RowMean.rowMean;
import static org.attune.model.primitive.RowRange.rowRange;
import static org.attune.model.primitive.Scale.scale;
import static org.attune.model.primitive.ScoreConvolution.scoreConvolution;
import static org.attune.model.primitive.ScoreGate.scoreGate;
import static org.attune.model.primitive.SelectedSoftmax.selectedSoftmax;
import static org.attune.model.primitive.Shift.shift;
import static org.attune.model.primitive.ShiftColumns.shiftColumns;
import static org.attune.model.primitive.Sign.sign;
import static org.attune.model.primitive.Softmax.softmax;
import static org.attune.model.primitive.SquaredError.squaredError;
import static org.attune.model.primitive.Stack.stack;
import static org.attune.model.primitive.Transposed.transposed;
import static org.attune.model.primitive.Unstack.unstack;
import static org.attune.model.primitive.Visible.visible;
import static org.attune.model.primitive.WeightedTotal.weightedTotal;
import static org.attune.model.primitive.WrittenSoftmax.writtenSoftmax;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.attune.model.primitive.Lambda;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.Pointwise;
import org.attune.model.primitive.ScoreGate;
import org.attune.model.primitive.Scores;
import org.attune.model.primitive.Sign;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Small programs in which every kernel occurs, over sizes that fill no block. */
final class KernelCases {

  /**
   * A program to hold a kernel to its formula.
   *
   * @param tokens whole inputs by name
   */
  record Case(
      String name, int batch, Function<Program, Value> description, Map<String, INDArray> tokens) {}

  private KernelCases() {}

  static Stream<Case> all() {
    return Stream.of(elementwise(), products(), rearranging(), losses(), scores(), weights())
        .flatMap(s -> s);
  }

  private static Case of(String name, int batch, Function<Program, Value> description) {
    return new Case(name, batch, description, Map.of());
  }

  private static Value matrix(Program p, String name, int rows, int columns) {
    return p.parameter(name, Init.normal(1), rows, columns);
  }

  private static Stream<Case> elementwise() {
    Stream<Case> functions =
        Arrays.stream(Pointwise.values())
            .flatMap(
                f ->
                    Stream.of(
                        of("apply " + f, 1, p -> apply(f, matrix(p, "x", 5, 7))),
                        of(
                            "gated " + f,
                            1,
                            p -> gated(f, matrix(p, "g", 4, 9), matrix(p, "x", 4, 9)))));
    return Stream.concat(
        functions,
        Stream.of(
            of("add", 1, p -> add(matrix(p, "a", 5, 3), matrix(p, "b", 5, 3))),
            of("add itself", 1, p -> add(p.parameter("a", Init.normal(1), 2, 2), p.parameter("a"))),
            of("add a row", 1, p -> add(matrix(p, "a", 50, 35), matrix(p, "b", 1, 35))),
            of("add a column", 1, p -> add(matrix(p, "a", 5, 35), matrix(p, "b", 5, 1))),
            of("add a number", 1, p -> add(matrix(p, "a", 5, 3), matrix(p, "b", 1, 1))),
            of("multiply", 1, p -> multiply(matrix(p, "a", 5, 3), matrix(p, "b", 5, 3))),
            of("multiply by a row", 1, p -> multiply(matrix(p, "a", 41, 3), matrix(p, "b", 1, 3))),
            of(
                "multiply by a column",
                1,
                p -> multiply(matrix(p, "a", 5, 3), matrix(p, "b", 5, 1))),
            of(
                "multiply by a number",
                1,
                p -> multiply(matrix(p, "a", 5, 3), matrix(p, "b", 1, 1))),
            of("scale", 1, p -> scale(matrix(p, "a", 5, 3), -1.5, 0.25)),
            of("sign", 1, p -> sign(matrix(p, "a", 5, 3), Sign.Surrogate.CLIPPED)),
            of("sign, all passes", 1, p -> sign(matrix(p, "a", 5, 3), Sign.Surrogate.IDENTITY)),
            of("positions", 3, p -> addPositions(matrix(p, "x", 12, 5), matrix(p, "table", 6, 5))),
            of(
                "rms norm",
                1,
                p -> rmsNorm(matrix(p, "x", 5, 70), p.parameter("g", Init.normal(1), 1, 70), 1e-6)),
            of(
                "rms norm of heads",
                1,
                p -> rmsNorm(matrix(p, "x", 5, 12), matrix(p, "g", 1, 4), 3, 1e-6))));
  }

  private static Stream<Case> products() {
    return Stream.of(
        of("matmul", 1, p -> matmul(matrix(p, "a", 5, 3), matrix(p, "b", 3, 4))),
        of(
            "matmul, b turned",
            1,
            p -> matmulTransposed(matrix(p, "a", 5, 3), matrix(p, "b", 4, 3))),
        of(
            "products into parts of one gradient",
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
              return multiply(residual(x, matrix(p, "a", 6, 3), matrix(p, "w", 3, 4)), x);
            }),
        of(
            "headwise",
            2,
            p ->
                headwiseMatmul(
                    matrix(p, "x", 6, 12).columns(3, 12),
                    matrix(p, "w", 3, 2),
                    matrix(p, "b", 1, 2),
                    3)),
        of("scores and mix", 2, p -> mix(scores(p, 3, 4, 4), matrix(p, "v", 8, 6))),
        of(
            "linear attention",
            2,
            p ->
                linearAttention(
                    matrix(p, "q", 10, 6),
                    matrix(p, "k", 10, 6),
                    matrix(p, "v", 10, 4),
                    2,
                    0.3,
                    Mask.CAUSAL)),
        of(
            "linear attention over a set",
            2,
            p ->
                linearAttention(
                    matrix(p, "q", 6, 6),
                    matrix(p, "k", 10, 6),
                    matrix(p, "v", 10, 4),
                    2,
                    0.3,
                    Mask.NONE)),
        of(
            "ridge queries",
            2,
            p ->
                ridgeQueries(
                    matrix(p, "q", 10, 6),
                    matrix(p, "k", 10, 6),
                    2,
                    Lambda.fixed(0.5),
                    Mask.CAUSAL)),
        of(
            "ridge queries, lambda of each head",
            2,
            p ->
                ridgeQueries(
                    matrix(p, "q", 10, 6),
                    matrix(p, "k", 10, 6),
                    2,
                    Lambda.exponential(matrix(p, "rho", 1, 2)),
                    Mask.CAUSAL)),
        of(
            "ridge queries, lambda of each sequence",
            2,
            p ->
                ridgeQueries(
                    matrix(p, "q", 6, 20),
                    matrix(p, "k", 6, 20),
                    1,
                    Lambda.exponential(matrix(p, "rho", 2, 1)),
                    Mask.CAUSAL)),
        attention("attention", 2, 5, 2, 3),
        attention("attention, one key", 2, 1, 1, 4),
        attention("attention over several tiles", 1, 70, 1, 4),
        attention("attention of wide heads", 1, 40, 1, 40));
  }

  private static Case attention(String name, int batch, int length, int heads, int width) {
    return of(
        name,
        batch,
        p -> {
          Value all = matrix(p, "qkv", batch * length, 3 * heads * width);
          int c = heads * width;
          return causalAttention(
              all.columns(0, c), all.columns(c, 2 * c), all.columns(2 * c, 3 * c), heads, 0.4);
        });
  }

  private static Stream<Case> rearranging() {
    return Stream.of(
        of("shift", 2, p -> shift(matrix(p, "x", 10, 3), 2)),
        of("shift beyond the sequence", 2, p -> shift(matrix(p, "x", 6, 3), 5)),
        of("shift columns", 2, p -> shiftColumns(matrix(p, "x", 10, 4), 1, 2)),
        of("row range", 2, p -> rowRange(matrix(p, "x", 10, 4), 1, 4)),
        of("row mean", 2, p -> rowMean(matrix(p, "x", 10, 4))),
        of("beside", 1, p -> beside(matrix(p, "a", 3, 4), matrix(p, "b", 3, 2))),
        of("rope", 2, p -> rope(matrix(p, "x", 10, 12), 2, 100)),
        of("head scale", 1, p -> headScale(matrix(p, "x", 5, 12), matrix(p, "f", 5, 3))),
        of("head repeat", 1, p -> headRepeat(matrix(p, "x", 5, 6), 2, 3)),
        of("head mean", 1, p -> headMean(matrix(p, "x", 5, 12), 3)),
        of("stack", 2, p -> stack(matrix(p, "x", 10, 6), 3)),
        of("unstack", 2, p -> unstack(scores(p, 3, 4, 5))),
        of("transposed", 2, p -> transposed(scores(p, 3, 4, 5))));
  }

  private static Stream<Case> losses() {
    INDArray tokens = Nd4j.createFromArray(new int[] {3, 0, 3, 1, 2, 3}).reshape('c', 6, 1);
    return Stream.of(
        new Case(
            "embedding",
            2,
            p -> gather(matrix(p, "table", 5, 4), p.tokens("tokens", 3)),
            Map.of("tokens", tokens)),
        new Case(
            "cross-entropy",
            2,
            p ->
                crossEntropy(
                    matrix(p, "logits", 6, 40),
                    p.tokens("tokens", 3),
                    p.state("weights", Init.constant(0.2), 6, 1, (before, seen) -> before)),
            Map.of("tokens", tokens)),
        of(
            "squared error",
            2,
            p ->
                squaredError(
                    matrix(p, "x", 6, 3),
                    p.state("target", Init.normal(1), 6, 3, (before, seen) -> before),
                    p.state("weights", Init.constant(0.2), 6, 1, (before, seen) -> before))),
        of("weighted total", 1, p -> weightedTotal(matrix(p, "x", 6, 1), matrix(p, "w", 6, 1))));
  }

  private static Value scores(Program p, int heads, int queries, int keys) {
    return Scores.scores(
        matrix(p, "sq", p.batch() * queries, heads * 3),
        matrix(p, "sk", p.batch() * keys, heads * 3),
        heads,
        0.5);
  }

  private static Stream<Case> scores() {
    return Stream.of(
        of("distance bias", 2, p -> distanceBias(scores(p, 3, 5, 5))),
        of("key bias", 2, p -> keyBias(scores(p, 2, 4, 5), matrix(p, "bias", 10, 2))),
        of("visible", 2, p -> visible(scores(p, 2, 5, 5), Mask.CAUSAL)),
        of("head mixing", 2, p -> headMixing(scores(p, 4, 5, 5), matrix(p, "m", 4, 2))),
        of("head difference", 2, p -> headDifference(scores(p, 4, 5, 5), matrix(p, "f", 1, 1))),
        of(
            "convolution",
            2,
            p -> scoreConvolution(scores(p, 2, 7, 7), matrix(p, "t", 2, 15), 3, 5)),
        of(
            "convolution longer than the sequence",
            1,
            p -> scoreConvolution(scores(p, 1, 2, 2), matrix(p, "t", 1, 35), 5, 7)));
  }

  private static Stream<Case> weights() {
    return Stream.of(
        of("softmax", 2, p -> softmax(scores(p, 2, 5, 5), Mask.CAUSAL)),
        of("softmax of long rows", 1, p -> softmax(scores(p, 1, 2, 300), Mask.NONE)),
        of(
            "selected softmax",
            1,
            p ->
                selectedSoftmax(
                    scores(p, 2, 3, 3),
                    visible(
                        Scores.scores(
                            p.parameter("one", Init.constant(1), 3, 2),
                            p.parameter("other", Init.constant(1), 3, 2),
                            2,
                            1),
                        Mask.CAUSAL))),
        of("written softmax", 2, p -> writtenSoftmax(scores(p, 2, 5, 5), matrix(p, "z", 10, 2))),
        of(
            "score gate",
            1,
            p ->
                scoreGate(
                    scores(p, 2, 4, 4),
                    Pointwise.SIGMOID,
                    ScoreGate.Bias.VISIBLE,
                    0.5,
                    Mask.CAUSAL)),
        of(
            "score gate over a set",
            1,
            p ->
                scoreGate(scores(p, 2, 4, 6), Pointwise.RELU, ScoreGate.Bias.LENGTH, 1, Mask.NONE)),
        of("pointer", 2, p -> pointer(scores(p, 2, 5, 5), Mask.CAUSAL, 2, 0.5)),
        of("ranked weights", 2, p -> rankedWeights(scores(p, 2, 6, 6), Mask.CAUSAL, 3)));
  }
}
