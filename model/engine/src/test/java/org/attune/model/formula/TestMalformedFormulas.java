package org.attune.model.formula;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** More than 200 texts that are not formulas: each is refused with its column and a cure. */
class TestMalformedFormulas {

  /**
   * What a message does beside saying what is wrong: it says what is due, allowed or to be done.
   */
  private static final String CURE =
      "(?s).*(;| due|write|allowed are|there are|must be|is missing|has \\(|names|reads a later).*";

  static Set<String> malformed() {
    Set<String> all =
        new LinkedHashSet<>(
            List.of(
                "",
                " ",
                "(",
                ")",
                "()",
                "y *",
                "* y",
                "y y",
                "y + + ",
                "y (x)",
                "y[0]",
                "y.x",
                "y = x",
                "y := x",
                "y ^ 2",
                "y; x",
                "\"y\"",
                "y'",
                "x @ y",
                "y ? x : q",
                "not",
                "y if x > 0 else q",
                "lambda x: x",
                "y and x",
                "not y",
                "y or 1",
                "true",
                "false",
                "y * true",
                "y < x",
                "y < x < q",
                "(y < x) + 1",
                "where(y, 1, 2)",
                "where(y > x)",
                "where(y > x, 1)",
                "where(y > x, 1, 2, 3)",
                "where(y > x, y > 0, 1)",
                "y divides x",
                "y % 0",
                "y % x",
                "y % -1",
                "y ** (x > 0)",
                "1e999 * y",
                "y * 1e",
                "y * 1..2",
                "y * $",
                "y * 50%",
                "y * x!",
                "{y}",
                "y, x",
                "y: x",
                "sum(y)",
                "sum(y, keys)",
                "sum(y, 3)",
                "sum(y, x)",
                "mean(y)",
                "mean(y, width)",
                "max(y)",
                "max(y, keys)",
                "max(y, x, q)",
                "min()",
                "softmax(y)",
                "softmax(y, keys)",
                "softmax(y, 2)",
                "softmax(y, channels, heads)",
                "rms(1)",
                "rms(linear(x, heads))",
                "rms(y, x)",
                "linear()",
                "linear(1)",
                "linear(h)",
                "linear(x, 0)",
                "linear(x, -3)",
                "linear(x, 1.5)",
                "linear(x, y)",
                "linear(x, keys)",
                "linear(x, heads, 3)",
                "linear(x, 100000)",
                "linear(x, per: head)",
                "linear(x, as: 3)",
                "linear(x, start: y)",
                "y * linear(x, 16)",
                "linear(x, 16) + linear(x, 8)",
                "linear(x, as: w) + linear(y, as: w)",
                "learned()",
                "learned(y)",
                "learned(1, 2)",
                "learned(1, per: token)",
                "learned(1, per: key)",
                "learned(1, per: 3)",
                "learned(inf)",
                "learned(1, each: head)",
                "shift(y)",
                "shift(y, x)",
                "shift(y, 1.5)",
                "shift(1, 1)",
                "shift(h, 1)",
                "shift(y, -1)",
                "shift(y, 1, 2)",
                "cumsum(1)",
                "cumsum()",
                "cumsum(y, tokens)",
                "past_mean(h)",
                "past_mean()",
                "decay(y)",
                "decay(1, y)",
                "decay(y, 0.5, 1)",
                "at_key(y)",
                "at_key(i)",
                "j",
                "s",
                "y + s",
                "y + j",
                "t * y",
                "v0 * y",
                "sigmoid",
                "sigmoid * y",
                "y * linear",
                "mean(v, tokens)",
                "softmax(v, tokens)",
                "max(v, tokens)",
                "sum(v, token)",
                "y * shift(x, -3)",
                "min(v, tokens) * y",
                "where(i - j < 64, y, 0)",
                "linear(x, heads) + linear(x, 2)",
                "y * mean(x, tokens)",
                "1 + * 2",
                "y / / x",
                "((y)",
                "(y))",
                "f(y)",
                "import os",
                "y * 'x'",
                "exp(y, 2)",
                "exp()",
                "exp(x: y)"));
    for (Word word : Word.functions()) {
      all.add(word.text() + "(");
      all.add(word.text() + "()");
      all.add("y * " + word.text());
      all.add(word.text().substring(1) + "(y)");
      all.add(word.text() + "(y > 0)");
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void isRefusedWithPlaceAndCure(String text) {
    assertThatThrownBy(() -> PlacedFormula.of(FormulaPlace.GATE, text))
        .isInstanceOf(FormulaException.class)
        .message()
        .matches("(?s)column \\d+: .+")
        .matches(CURE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          SCORES | s * x | "column 3: 's' has (token, head, key) and 'x' has (token, head, channel), which do not meet; a number per token or head meets a score: linear(x, heads), or mean(..., channels)"
          SCORES | x + s | "column 3: 'x' has (token, head, channel) and 's' has (token, head, key), which do not meet; a number per token or head meets a score: linear(x, heads), or mean(..., channels)"
          SCORES | s + t | "column 5: 't' has no meaning in attention.scores; it reads x, q, k, v, s, i, j, n, h, heads, pi, inf, and names that you give values to (the token's place is i)"
          SCORES | x | "column 1: the formula gives (token, head, channel) and attention.scores wants (token, head, key); sum it along channels, or take a number per head: linear(x, heads)"
          GATE | y + x * linear(x, 3) | "column 7: 'x' has (token, head, channel) and 'linear(x, 3)' has (token, 3 features), which do not meet; map one to the other's width with linear(...)"
          GATE | linear(x, 3) | "column 1: the formula gives (token, 3 features) and attention.gate wants (token, head, channel); map it to the place's width with linear(...)"
          MLP | x | "column 1: the formula gives (token, width) and model.mlp wants (token, channel); map it to the place's width with linear(...)"
          """)
  void isToldWhatWouldFit(FormulaPlace place, String text, String message) {
    assertThatThrownBy(() -> PlacedFormula.of(place, text)).hasMessage(message);
  }

  @Test
  void thereAreTwoHundredOfThem() {
    assertThat(malformed()).hasSizeGreaterThanOrEqualTo(200);
  }
}
