package org.attune.model.formula;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.attune.model.primitive.Mask;
import org.attune.model.proof.FormulaProof;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Formulas drawn by chance, all of them well typed: compiled, they give the numbers and slopes of
 * the formula as it is read. One may be refused for numbers that are not finite, and for nothing
 * else.
 */
class TestRandomFormulas {

  private static final List<FormulaPlace> PLACES =
      List.of(FormulaPlace.GATE, FormulaPlace.SCORES, FormulaPlace.WEIGHTS, FormulaPlace.VALUES);
  private static final String FAULT = "a fault of Attune";

  @Test
  void holdWhatTheySay() {
    LongStream.range(0, 60).forEach(TestRandomFormulas::holds);
  }

  @Test
  @Tag("soak")
  void tenThousandHoldWhatTheySay() {
    LongStream.range(60, 10_060).forEach(TestRandomFormulas::holds);
  }

  private static void holds(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    FormulaPlace place = PLACES.get(random.nextInt(PLACES.size()));
    String text = new Drawn(place, random).number(3);
    PlacedFormula formula = PlacedFormula.of(place, text);
    assertThat(PlacedFormula.of(place, formula.canonical()).canonical())
        .as("seed %d: %s", seed, text)
        .isEqualTo(formula.canonical());
    try {
      FormulaProof.of(formula, new Sizes(9, 2, 3, Mask.CAUSAL), 6);
    } catch (IllegalArgumentException refused) {
      assertThat(refused.getMessage())
          .as("seed %d: %s", seed, text)
          .containsAnyOf("is not finite", "hides every key")
          .doesNotContain(FAULT);
    }
  }

  /** Draws the text of a formula with axes that its place has. */
  private record Drawn(FormulaPlace place, SplittableRandom random) {

    private boolean scores() {
      return place.result().has(Axis.KEY);
    }

    private String any(String... ways) {
      return ways[random.nextInt(ways.length)];
    }

    /** Of the place's shape, or of fewer axes. */
    String number(int depth) {
      if (depth == 0) {
        return leaf();
      }
      String a = number(depth - 1);
      return switch (random.nextInt(9)) {
        case 0 -> "(%s + %s)".formatted(a, number(depth - 1));
        case 1 -> "(%s - %s)".formatted(a, number(depth - 1));
        case 2 -> "(%s * %s)".formatted(a, number(depth - 1));
        case 3 -> "%s / (1 + abs(%s))".formatted(a, number(depth - 1));
        case 4 -> "%s(%s)".formatted(any("sigmoid", "tanh", "silu", "gelu", "softplus"), a);
        case 5 -> "where(%s < %s, %s, 0.5)".formatted(leaf(), any("0.1", "i - 2", "h"), a);
        case 6 -> "%s(%s, %s)".formatted(any("min", "max"), a, number(depth - 1));
        case 7 -> "%s ** 2".formatted("(" + a + ")");
        default -> "%s * %s".formatted(perHead(depth - 1), a);
      };
    }

    private String leaf() {
      return scores()
          ? any("s", "0.7", "(i - j)", "learned(0.3, per: head)", "softmax(s)", perHead(0))
          : any(
              "v",
              "x",
              "linear(x)",
              "learned(0.4, per: channel)",
              "shift(v, 1)",
              "past_mean(v)",
              "decay(v, sigmoid(linear(x, heads)))",
              "rms(v)",
              "1.5",
              perHead(0));
    }

    /** Numbers for each token's head, or fewer, of what is stacked by heads. */
    private String ofScores() {
      return any(
          "mean(s, keys)",
          "at_key(max(s, keys))",
          "linear(mean(s, keys), heads)",
          "mean(max(s, keys), heads)");
    }

    /** A number for each token's head, or fewer. */
    private String perHead(int depth) {
      if (depth > 0) {
        return "%s(%s)".formatted(any("tanh", "sigmoid", "cos"), perHead(depth - 1));
      }
      return any(
          "linear(x, heads)",
          "mean(v, channels)",
          "learned(0.2, per: head)",
          "cumsum(linear(x, heads)) / n",
          "max(x, channels)",
          scores() ? ofScores() : "sum(v, channels)");
    }
  }
}
