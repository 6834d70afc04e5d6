package org.attune.model.formula;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The one spelling of a formula. Results are stored under it: another spelling of the same formula
 * would be another cell, and a sweep of yesterday would begin anew.
 */
class TestCanonicalFormula {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gate | 2*(y)*x - -3 | 3 + 2 * x * y",
        "gate | y * 1e-9 + 1e20 * x + 0.25 * v - 1e15 + 0.0001*k"
            + " | 0.0001 * k + 0.25 * v + 1e-9 * y + 1e20 * x - 1e15",
        "gate | y * 3.0 + 1.50 * x | 1.5 * x + 3 * y",
        "gate | sigmoid(linear(x, as: w)) * linear(x, as: w) + linear(x) * linear(linear(q, 3))"
            + " | linear(linear(q, 3)) * linear(x) + linear(x, as: a) * sigmoid(linear(x, as: a))",
        "gate | linear(x, start: 0.1) * learned(0.4, per: channel) + learned(1, per: head)"
            + " | learned(0.4, per: channel) * linear(x, start: 0.1) + learned(1, per: head)",
        "gate | y * (learned(1, as: p) + learned(1, as: p)) + learned(2, as: q2) * learned(2, as:"
            + " q2) | (learned(1, as: a) + learned(1, as: a)) * y + learned(2, as: b) * learned(2,"
            + " as: b)",
        "gate | y * linear(x, heads) + mean(x, channels) | linear(x, heads) * y + mean(x,"
            + " channels)",
        "gate | (y + x) * (q - v) / (k + 1) ** 2 | (q - v) * (x + y) / (1 + k) ** 2",
        "gate | y ** (2 ** x) + (y ** 2) ** x + (-y) ** 2 - y ** -2"
            + " | (-y) ** 2 + (y ** 2) ** x + y ** 2 ** x - y ** (-2)",
        "gate | y - (x - (v - k)) - (q + 1) | v + y - 1 - k - q - x",
        "gate | y / (x * v) / q | y / q / v / x",
        "gate | -(x + y) * 2 | 2 * (-x - y)",
        "gate | -(y % 2) + (x + y) % 3 | (x + y) % 3 - y % 2",
        "gate | -(y % 2) * 1 - -((x + y) * v) | v * (x + y) - y % 2",
        "gate | -(y % 2) | -(y % 2)",
        "gate | 1 / (y % 2) | 1 / (y % 2)",
        "gate | 1 / ((x + y) * v) | 1 / v / (x + y)",
        "gate | where(not (y > 0 and x < 1) or y == 2, y, -x)"
            + " | where(2 == y or not (0 < y and x < 1), y, -x)",
        "gate | where((y > 0 or x < 1) and not y <= 2, y, -x)"
            + " | where((0 < y or x < 1) and not y <= 2, y, -x)",
        "gate | decay(v, 0.9) + shift(y, 2) - past_mean(q)"
            + " | decay(v, 0.9) + shift(y, 2) - cumsum(q) / (1 + i)",
        "gate | max(max(y, 1), x) + min(3, y) | max(max(1, y), x) + min(3, y)",
        "gate | softmax(y, channels) * norm(x) + n * h | h * n + norm(x) * softmax(y, channels)",
        "scores | where(i - j >= 4, -inf, s) | where(4 <= i - j, -inf, s)",
        "scores | where(i - j >= 4, inf * s, s) | where(4 <= i - j, inf * s, s)",
      })
  void staysAsItIs(String place, String formula, String text) {
    FormulaPlace at = FormulaPlace.valueOf(place.toUpperCase(Locale.ROOT));

    assertThat(PlacedFormula.of(at, formula).canonical()).isEqualTo(text);
    assertThat(PlacedFormula.of(at, text).canonical()).as("read again").isEqualTo(text);
  }
}
