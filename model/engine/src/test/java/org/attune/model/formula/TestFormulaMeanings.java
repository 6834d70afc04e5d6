package org.attune.model.formula;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.math3.special.Erf;
import org.attune.model.primitive.Mask;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What each word of a formula says, computed here from docs/formulas.md and by nothing of the
 * language. Kernels are compared with the plain evaluation elsewhere; this holds the evaluation.
 */
class TestFormulaMeanings {

  private static final int TOKENS = 5;
  private static final int HEADS = 2;
  private static final int CHANNELS = 3;

  /** Numbers of each input: (token, head, channel), or (token, head, key) of scores. */
  private static final Map<String, double[][][]> INPUTS = new LinkedHashMap<>();

  private static final double[][][] Y = input("y", CHANNELS);
  private static final double[][][] Q = input("q", CHANNELS);
  private static final double[][][] S = input("s", TOKENS);

  private static double[][][] input(String name, int last) {
    SplittableRandom random = new SplittableRandom(name.hashCode());
    double[][][] numbers = new double[TOKENS][HEADS][last];
    for (double[][] token : numbers) {
      for (double[] head : token) {
        for (int c = 0; c < last; c++) {
          head[c] = random.nextDouble(-2, 2);
        }
      }
    }
    INPUTS.put(name, numbers);
    return numbers;
  }

  /** A number at a token i, a head h and a channel or key c. */
  private interface Meant {
    double at(int i, int h, int c);
  }

  private record Meaning(FormulaPlace place, String formula, Meant number) {
    @Override
    public String toString() {
      return formula;
    }
  }

  private static Meaning gate(String formula, Meant number) {
    return new Meaning(FormulaPlace.GATE, formula, number);
  }

  private static Meaning scores(String formula, Meant number) {
    return new Meaning(FormulaPlace.SCORES, formula, number);
  }

  private static double sigmoid(double a) {
    return 1 / (1 + Math.exp(-a));
  }

  private static double sum(int count, IntToDoubleFunction of) {
    return IntStream.range(0, count).mapToDouble(of).sum();
  }

  private static double most(int count, IntToDoubleFunction of) {
    return IntStream.range(0, count).mapToDouble(of).max().orElseThrow();
  }

  static Stream<Meaning> words() {
    return Stream.of(
        gate("y + 2 * q - y / 4", (i, h, c) -> Y[i][h][c] + 2 * Q[i][h][c] - Y[i][h][c] / 4),
        gate("y ** 2 - y ** 3", (i, h, c) -> Math.pow(Y[i][h][c], 2) - Math.pow(Y[i][h][c], 3)),
        gate("abs(y) ** 0.5", (i, h, c) -> Math.sqrt(Math.abs(Y[i][h][c]))),
        gate("exp(y) ** q", (i, h, c) -> Math.exp(Y[i][h][c] * Q[i][h][c])),
        gate("2 ** 3 ** 2 * y", (i, h, c) -> 512 * Y[i][h][c]),
        gate("-y ** 2", (i, h, c) -> -Y[i][h][c] * Y[i][h][c]),
        gate("y % 0.75", (i, h, c) -> Y[i][h][c] - 0.75 * Math.floor(Y[i][h][c] / 0.75)),
        gate("min(y, q)", (i, h, c) -> Math.min(Y[i][h][c], Q[i][h][c])),
        gate("max(y, 0.5)", (i, h, c) -> Math.max(Y[i][h][c], 0.5)),
        gate("abs(y)", (i, h, c) -> Math.abs(Y[i][h][c])),
        gate("exp(y)", (i, h, c) -> Math.exp(Y[i][h][c])),
        gate("log(abs(y))", (i, h, c) -> Math.log(Math.abs(Y[i][h][c]))),
        gate("sqrt(abs(y))", (i, h, c) -> Math.sqrt(Math.abs(Y[i][h][c]))),
        gate("sin(y) + cos(q)", (i, h, c) -> Math.sin(Y[i][h][c]) + Math.cos(Q[i][h][c])),
        gate("sigmoid(y)", (i, h, c) -> sigmoid(Y[i][h][c])),
        gate("tanh(y)", (i, h, c) -> 2 * sigmoid(2 * Y[i][h][c]) - 1),
        gate("softplus(y)", (i, h, c) -> Math.log(1 + Math.exp(Y[i][h][c]))),
        gate("silu(y)", (i, h, c) -> Y[i][h][c] * sigmoid(Y[i][h][c])),
        gate("relu(y)", (i, h, c) -> Y[i][h][c] > 0 ? Y[i][h][c] : 0),
        gate("gelu(y)", (i, h, c) -> Y[i][h][c] * (1 + Erf.erf(Y[i][h][c] / Math.sqrt(2))) / 2),
        gate(
            "where(y > 0 and not q < 0.5 or i == 3, y, -q)",
            (i, h, c) -> Y[i][h][c] > 0 && Q[i][h][c] >= 0.5 || i == 3 ? Y[i][h][c] : -Q[i][h][c]),
        gate("where(i != 2, i / n, h)", (i, h, c) -> i != 2 ? i / 5.0 : h),
        gate("where(i <= 2, 1, 0) + where(i >= 2, 2, 0)", (i, h, c) -> i < 2 ? 1 : i > 2 ? 2 : 3),
        gate("where(i < 2, 1, 0) + where(i > 2, 2, 0)", (i, h, c) -> i < 2 ? 1 : i > 2 ? 2 : 0),
        gate("(h + 1) / heads + pi", (i, h, c) -> (h + 1) / 2.0 + Math.PI),
        gate("sum(y, channels)", (i, h, c) -> sum(3, k -> Y[i][h][k])),
        gate("mean(y, channels)", (i, h, c) -> sum(3, k -> Y[i][h][k]) / 3),
        gate("sum(y, heads)", (i, h, c) -> Y[i][0][c] + Y[i][1][c]),
        gate("mean(y, heads)", (i, h, c) -> (Y[i][0][c] + Y[i][1][c]) / 2),
        gate("max(y, channels)", (i, h, c) -> most(3, k -> Y[i][h][k])),
        gate("min(y, channels)", (i, h, c) -> -most(3, k -> -Y[i][h][k])),
        gate(
            "softmax(y, channels)",
            (i, h, c) -> Math.exp(Y[i][h][c]) / sum(3, k -> Math.exp(Y[i][h][k]))),
        gate(
            "rms(y)",
            (i, h, c) -> Y[i][h][c] / Math.sqrt(sum(3, k -> Y[i][h][k] * Y[i][h][k]) / 3)),
        gate(
            "norm(y)",
            (i, h, c) -> {
              double mean = sum(3, k -> Y[i][h][k]) / 3;
              double square = sum(3, k -> Math.pow(Y[i][h][k] - mean, 2)) / 3;
              return (Y[i][h][c] - mean) / Math.sqrt(square);
            }),
        gate("shift(y, 2)", (i, h, c) -> i < 2 ? 0 : Y[i - 2][h][c]),
        gate("cumsum(y)", (i, h, c) -> sum(i + 1, t -> Y[t][h][c])),
        gate("past_mean(y)", (i, h, c) -> sum(i + 1, t -> Y[t][h][c]) / (i + 1)),
        gate("decay(y, 0.5)", (i, h, c) -> sum(i + 1, t -> Y[t][h][c] * Math.pow(0.5, i - t))),
        gate(
            "decay(y, sigmoid(q))",
            (i, h, c) -> {
              double running = 0;
              for (int t = 0; t <= i; t++) {
                running = sigmoid(Q[t][h][c]) * running + Y[t][h][c];
              }
              return running;
            }),
        scores("s + i - 2 * j", (i, h, j) -> S[i][h][j] + i - 2 * j),
        scores("s - max(s, keys)", (i, h, j) -> S[i][h][j] - most(i + 1, k -> S[i][h][k])),
        scores("s * min(s, keys)", (i, h, j) -> S[i][h][j] * -most(i + 1, k -> -S[i][h][k])),
        scores("s * sum(s, keys)", (i, h, j) -> S[i][h][j] * sum(i + 1, k -> S[i][h][k])),
        scores(
            "s * mean(s, keys)", (i, h, j) -> S[i][h][j] * sum(i + 1, k -> S[i][h][k]) / (i + 1)),
        scores("s - mean(s, heads)", (i, h, j) -> S[i][h][j] - (S[i][0][j] + S[i][1][j]) / 2),
        scores(
            "softmax(s)",
            (i, h, j) -> Math.exp(S[i][h][j]) / sum(i + 1, k -> Math.exp(S[i][h][k]))),
        scores("s + at_key(sum(q, channels))", (i, h, j) -> S[i][h][j] + sum(3, k -> Q[j][h][k])),
        scores("s + sum(q, channels)", (i, h, j) -> S[i][h][j] + sum(3, k -> Q[i][h][k])));
  }

  /** At all keys that a query sees; rms and norm add a number too small to show. */
  @ParameterizedTest
  @MethodSource("words")
  void saysWhatThePageSays(Meaning meaning) {
    Term term = PlacedFormula.of(meaning.place(), meaning.formula()).term();
    int[] sizes = new Sizes(TOKENS, HEADS, CHANNELS, Mask.CAUSAL).byAxis();
    Tensor given = new FormulaEvaluator(sizes, true, leaf -> tensor(leaf, sizes)).of(term);
    boolean keys = meaning.place() == FormulaPlace.SCORES;
    int[] at = new int[TermAxis.values().length];
    for (int i = 0; i < TOKENS; i++) {
      for (int h = 0; h < HEADS; h++) {
        for (int c = 0; c < (keys ? i + 1 : CHANNELS); c++) {
          at[TermAxis.TOKEN.ordinal()] = i;
          at[TermAxis.HEAD.ordinal()] = h;
          at[(keys ? TermAxis.KEY : TermAxis.CHANNEL).ordinal()] = c;
          assertThat(given.at(at))
              .as("token %d, head %d, %d", i, h, c)
              .isCloseTo(meaning.number().at(i, h, c), within(1e-4));
        }
      }
    }
  }

  private static Tensor tensor(Term leaf, int[] sizes) {
    double[][][] numbers = INPUTS.get(leaf.name());
    TermAxis last = leaf.axes().has(TermAxis.KEY) ? TermAxis.KEY : TermAxis.CHANNEL;
    return new Tensor(
        leaf.axes(),
        sizes,
        at ->
            numbers[at[TermAxis.TOKEN.ordinal()]][at[TermAxis.HEAD.ordinal()]][at[last.ordinal()]]);
  }
}
