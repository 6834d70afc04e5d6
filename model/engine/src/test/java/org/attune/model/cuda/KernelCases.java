package org.attune.model.cuda;

import static org.attune.model.primitive.AdaptedParameters.adaptedParameters;
import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.Apply.apply;
import static org.attune.model.primitive.CausalAttention.causalAttention;
import static org.attune.model.primitive.ChannelNorm.channelNorm;
import static org.attune.model.primitive.GaussianScores.gaussianScores;
import static org.attune.model.primitive.HeadDifference.headDifference;
import static org.attune.model.primitive.HeadMixing.headMixing;
import static org.attune.model.primitive.KeySelection.keySelection;
import static org.attune.model.primitive.LinearAttention.linearAttention;
import static org.attune.model.primitive.Matmul.matmul;
import static org.attune.model.primitive.Multiply.multiply;
import static org.attune.model.primitive.PseudoInverse.pseudoInverse;
import static org.attune.model.primitive.RidgeQueries.ridgeQueries;
import static org.attune.model.primitive.RmsNorm.rmsNorm;
import static org.attune.model.primitive.Scale.scale;
import static org.attune.model.primitive.ScoreConvolution.scoreConvolution;
import static org.attune.model.primitive.SelectedSoftmax.selectedSoftmax;
import static org.attune.model.primitive.Sign.sign;
import static org.attune.model.primitive.Softmax.softmax;
import static org.attune.model.primitive.SolveRight.divide;
import static org.attune.model.primitive.SolveRight.dividePositive;
import static org.attune.model.primitive.Stack.stack;
import static org.attune.model.primitive.StackProduct.productNT;
import static org.attune.model.primitive.Standardise.standardise;
import static org.attune.model.primitive.StrongMessages.strongMessages;
import static org.attune.model.primitive.Unstack.unstack;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.attune.model.primitive.KeyMask;
import org.attune.model.primitive.Lambda;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.Pointwise;
import org.attune.model.primitive.ProofCase;
import org.attune.model.primitive.Scores;
import org.attune.model.primitive.Sign;
import org.attune.model.primitive.StateRecurrence;
import org.attune.model.primitive.StateRecurrence.Update;
import org.attune.model.primitive.elementwise.Fused;
import org.attune.model.primitive.selection.MarkedTokens;
import org.attune.model.primitive.selection.PastBlocks;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/** What the primitives' contracts lack: sizes over which a block goes several times, or warps. */
final class KernelCases {

  private KernelCases() {}

  static Stream<ProofCase> all() {
    return Stream.of(
            sums(), longSums(), attention(), linearAttentions(), states(), matrices(), choices())
        .flatMap(s -> s);
  }

  private static ProofCase of(
      String name, int batch, java.util.function.Function<Program, Value> description) {
    return ProofCase.of(name, batch, description);
  }

  private static Value matrix(Program p, String name, int rows, int columns) {
    return p.parameter(name, Init.normal(1), rows, columns);
  }

  private static Value scores(Program p, int heads, int queries, int keys) {
    return Scores.scores(
        matrix(p, "sq", p.batch() * queries, heads * 3),
        matrix(p, "sk", p.batch() * keys, heads * 3),
        heads,
        0.5);
  }

  /**
   * States over chunks of tokens and a rest: rows and columns of every form, in one block and more.
   */
  private static Stream<ProofCase> states() {
    return Stream.of(
        states("added states", Update.ADD, 35, 40, 70, 40, true),
        states("corrected states", Update.CORRECT, 35, 40, 70, 1, true),
        states("added states of 32 by 32", Update.ADD, 77, 32, 32, 32, false),
        states("corrected states of 32 by 32", Update.CORRECT, 77, 32, 32, 32, true),
        states("added states of 33 by 128", Update.ADD, 35, 33, 128, 1, true),
        states("corrected states of 64 by 40", Update.CORRECT, 35, 64, 40, 0, false),
        states("corrected states of 128 by 70", Update.CORRECT, 5, 128, 70, 128, true),
        states("added states of 5 by 3", Update.ADD, 40, 5, 3, 0, false),
        states("corrected states of 5 by 3", Update.CORRECT, 40, 5, 3, 5, true),
        states("corrected states of 200 by 3", Update.CORRECT, 3, 200, 3, 200, true),
        states("added states of 300 by 9", Update.ADD, 3, 300, 9, 1, true),
        states("corrected states of 600 by 5", Update.CORRECT, 3, 600, 5, 600, true));
  }

  private static ProofCase states(
      String name, Update update, int length, int width, int depth, int decays, boolean writes) {
    return of(
        name,
        2,
        p -> {
          int rows = 2 * length;
          Optional<Value> decay =
              decays == 0
                  ? Optional.empty()
                  : Optional.of(apply(Pointwise.SIGMOID, matrix(p, "decay", rows, 2 * decays)));
          Optional<Value> write =
              writes
                  ? Optional.of(apply(Pointwise.SIGMOID, matrix(p, "write", rows, 2)))
                  : Optional.empty();
          return new StateRecurrence(
                  matrix(p, "q", rows, 2 * width),
                  scale(matrix(p, "k", rows, 2 * width), 0.3 / Math.sqrt(width)),
                  matrix(p, "v", rows, 2 * depth),
                  decay,
                  write,
                  2,
                  0.5,
                  List.of(1.0, 0.75),
                  update)
              .value();
        });
  }

  /** Chunks of 64 tokens, with and without a rest, and a set with more keys than queries. */
  private static Stream<ProofCase> linearAttentions() {
    return Stream.of(
        linear("two chunks", 128, 128, Mask.CAUSAL),
        linear("two chunks and a rest", 131, 131, Mask.CAUSAL),
        linear("a set", 5, 9, Mask.NONE));
  }

  static ProofCase linear(String name, int queries, int keys, Mask mask) {
    return of(
        "linear attention, " + name,
        2,
        p ->
            linearAttention(
                matrix(p, "q", 2 * queries, 2 * 3),
                matrix(p, "k", 2 * keys, 2 * 3),
                matrix(p, "v", 2 * keys, 2 * 2),
                2,
                0.3,
                mask));
  }

  private static Stream<ProofCase> sums() {
    return Stream.of(
        of("add a wide row", 1, p -> add(matrix(p, "a", 50, 35), matrix(p, "b", 1, 35))),
        of("multiply by a row", 1, p -> multiply(matrix(p, "a", 41, 3), matrix(p, "b", 1, 3))),
        of("multiply by a column", 1, p -> multiply(matrix(p, "a", 5, 3), matrix(p, "b", 5, 1))),
        of("sign", 1, p -> sign(matrix(p, "a", 5, 3), Sign.Surrogate.CLIPPED)),
        of("sign, all passes", 1, p -> sign(matrix(p, "a", 5, 3), Sign.Surrogate.IDENTITY)),
        of("rms norm", 1, p -> rmsNorm(matrix(p, "x", 5, 70), matrix(p, "g", 1, 70), 1e-6)),
        of("standardised rows", 1, p -> standardise(matrix(p, "x", 4, 70), 1, 1e-5)),
        of("norm of channels", 2, p -> channelNorm(matrix(p, "x", 2 * 40, 35), 20, 1e-5)),
        of("softmax of long rows", 1, p -> softmax(scores(p, 1, 2, 300), Mask.NONE)));
  }

  /** Sums that several blocks have parts of. */
  private static Stream<ProofCase> longSums() {
    return Stream.of(
        of(
            "a product of many rows",
            1,
            p -> matmul(matrix(p, "x", 300, 20), matrix(p, "w", 20, 70))),
        of(
            "a product of many terms",
            1,
            p -> matmul(matrix(p, "x", 70, 36), matrix(p, "w", 36, 602))),
        of(
            "many positions",
            2,
            p -> Fused.addPositions(matrix(p, "x", 2 * 64, 64), matrix(p, "table", 64, 64))),
        of("add a row to many", 1, p -> add(matrix(p, "a", 1100, 3), matrix(p, "b", 1, 3))),
        of(
            "multiply many by a row",
            1,
            p -> multiply(matrix(p, "a", 700, 35), matrix(p, "b", 1, 35))),
        of(
            "multiply all by a number",
            1,
            p -> multiply(matrix(p, "a", 300, 130), matrix(p, "b", 1, 1))),
        of(
            "mixing of long heads",
            1,
            p -> headMixing(scores(p, 2, 130, 260), matrix(p, "mixing", 2, 2))),
        of(
            "difference of long heads",
            2,
            p -> headDifference(scores(p, 2, 130, 130), matrix(p, "factor", 1, 1))),
        of(
            "convolution of long scores",
            2,
            p -> scoreConvolution(scores(p, 1, 130, 130), matrix(p, "taps", 1, 6), 2, 3)));
  }

  private static Stream<ProofCase> attention() {
    return Stream.of(
        attention("attention, one key", 2, 1, 1, 4),
        attention("attention over several tiles", 1, 100, 1, 4),
        attention("attention over a tile", 1, 40, 1, 4),
        attention("attention over a tile but one key", 1, 63, 1, 3),
        attention("attention over a whole tile", 1, 64, 1, 32),
        attention("attention over a tile and one key", 1, 65, 2, 20),
        attention("attention of wide heads", 1, 40, 1, 40),
        attention("attention of wider heads", 1, 33, 1, 200),
        attention("attention of many heads", 1, 65, 128, 1),
        attention("attention of many heads over a tile", 4, 33, 64, 1));
  }

  /** Attention that skips keys. */
  static Stream<ProofCase> masks() {
    return Stream.of(
        masked("attention to a window", 2, 70, (i, j) -> i - j < 5),
        masked(
            "attention to sinks and every third key", 1, 70, (i, j) -> j < 2 || (i - j) % 3 == 0),
        masked("attention to far keys", 1, 100, (i, j) -> i == j || i - j > 40));
  }

  private static ProofCase masked(String name, int batch, int length, KeyMask.Condition shows) {
    return of(
        name,
        batch,
        p -> {
          Value all = matrix(p, "qkv", batch * length, 3 * 6);
          return causalAttention(
              all.columns(0, 6),
              all.columns(6, 12),
              all.columns(12, 18),
              2,
              0.4,
              Optional.of(KeyMask.of(length, shows)));
        });
  }

  private static ProofCase attention(String name, int batch, int length, int heads, int width) {
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

  private static Stream<ProofCase> matrices() {
    return Stream.of(
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
        of(
            "divide by a large kernel",
            1,
            p -> {
              Value k = matrix(p, "k", 40, 3);
              Value s = stack(matrix(p, "s", 5, 40), 1);
              return dividePositive(s, gaussianScores(k, k, 1, 0.5), Lambda.fixed(0.5));
            }),
        of(
            "divide with pivots",
            1,
            p -> {
              Value a = stack(matrix(p, "a", 20, 20), 1);
              return divide(stack(matrix(p, "s", 5, 20), 1), a, Lambda.fixed(0.5));
            }),
        of(
            "divide by a large matrix of rank 6",
            1,
            p -> {
              Value x = stack(matrix(p, "x", 20, 6), 1);
              Value s = stack(matrix(p, "s", 5, 20), 1);
              return dividePositive(s, productNT(x, x), Lambda.fixed(0));
            }),
        of(
            "pseudo-inverse of many columns",
            1,
            p -> unstack(pseudoInverse(stack(matrix(p, "a", 30, 17), 1)))),
        of(
            "adapted parameters",
            3,
            p ->
                adaptedParameters(
                    List.of(matrix(p, "w0", 2, 9), matrix(p, "w1", 9, 7), matrix(p, "w2", 7, 3)),
                    List.of(matrix(p, "b0", 1, 9), matrix(p, "b1", 1, 7), matrix(p, "b2", 1, 3)),
                    fixed(p, "x", 15, 2),
                    fixed(p, "y", 15, 3),
                    3,
                    0.05)));
  }

  /** What no gradient reaches. */
  private static Value fixed(Program p, String name, int rows, int columns) {
    return p.state(name, Init.normal(1), rows, columns, (before, seen) -> before);
  }

  private static Stream<ProofCase> choices() {
    return Stream.of(
        of(
            "past blocks of a long sequence",
            1,
            p -> {
              Value q = matrix(p, "q", 70, 6);
              Value k = matrix(p, "k", 70, 6);
              Value seen = keySelection(new PastBlocks(q, k, 2, 2, 3));
              return selectedSoftmax(Scores.scores(q, k, 2, 0.5), seen);
            }),
        of(
            "marked tokens that are strong",
            2,
            p -> {
              Value v = matrix(p, "v", 10, 6);
              Value median = p.state("median", Init.constant(1), 1, 2, (before, seen) -> before);
              Value mark = strongMessages(v, matrix(p, "w", 6, 5), median, 2);
              Value seen = keySelection(new MarkedTokens(mark));
              return selectedSoftmax(scores(p, 2, 5, 5), seen);
            }));
  }
}
