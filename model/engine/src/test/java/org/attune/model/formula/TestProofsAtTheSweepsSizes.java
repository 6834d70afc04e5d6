package org.attune.model.formula;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import org.attune.model.primitive.Mask;
import org.attune.model.proof.FormulaProof;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A formula is proven with the heads and the tokens that the sweep gives it. */
class TestProofsAtTheSweepsSizes {

  private static FormulaProof.ProofReport prove(
      String place, String formula, int heads, int tokens) {
    FormulaPlace at = FormulaPlace.valueOf(place.toUpperCase(Locale.ROOT));
    Sizes cell = new Sizes(tokens, heads, 4, Mask.CAUSAL);
    return FormulaProof.of(PlacedFormula.of(at, formula), cell, 4 * heads);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "scores | where(h >= 4 and i - j > 8, -inf, s) | 8 | 32",
        "scores | where(h == 15 and i == n - 1, 2 * s, s) | 16 | 100",
        "gate | where(h == 6 and i > 50, 2 * y, y) | 7 | 64",
        "scores | where(j == i - n + 1, s + 1, s) | 2 | 300",
        "scores | max(s, -3) | 2 | 32",
        "scores | min(s, 8) | 2 | 32",
        "gate | min(y, 3) | 2 | 32",
        "values | where(abs(v) < 0.001, 0, v) | 2 | 32",
        "gate | where(i > 20, max(y, -30), y) | 2 | 32",
      })
  void aFormulaThatChangesThemThereIsSaidToChangeThem(
      String place, String formula, int heads, int tokens) {
    assertThat(prove(place, formula, heads, tokens).changes()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "scores | where(h >= 4 and i - j > 8, -inf, s) | 4 | 32",
        "scores | where(h >= 4 and i - j > 8, -inf, s) | 8 | 9",
        "scores | max(s, -1e6) | 2 | 32",
        "gate | where(i >= n, 0, y) | 8 | 700",
        "gate | (y + y) / 2 | 8 | 100",
        "scores | s + 0 * heads | 16 | 512",
      })
  void aFormulaThatChangesNothingThereIsSaidToChangeNothing(
      String place, String formula, int heads, int tokens) {
    assertThat(prove(place, formula, heads, tokens).changes()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "scores | s * sqrt(heads - 5) | 8 | 32",
        "scores | s * log(n - 20) | 2 | 32",
        "scores | where(j < n - 16, s, -inf) | 2 | 64",
        "gate | y / (heads - 4) | 8 | 32",
        "gate | y / (heads - 4) | 32 | 32",
        "values | v * log(n - 600) | 4 | 700",
        "scores | s * log(n - 600) | 16 | 2048",
        "gate | y / (i - 6) | 2 | 6",
        "mlp | relu(linear(x)) / sqrt(n - 100) | 1 | 128",
      })
  void aFormulaThatIsWellDefinedTherePasses(String place, String formula, int heads, int tokens) {
    prove(place, formula, heads, tokens);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "scores | s / (5 - h) | 8 | 32 | is not finite at the start",
        "scores | s * sqrt(heads - 5) | 4 | 32 | is not finite at the start",
        "scores | where(h < 5, s, -inf) | 8 | 32 | hides every key from query 1 (i = 0) of head 6 (h = 5)",
        "scores | where(h < 20, s, -inf) | 24 | 32 | hides every key from query 1 (i = 0) of head 21 (h = 20)",
        "scores | where(h < 5 or i < 20, s, -inf) | 8 | 32 | hides every key from query 21 (i = 20) of head 6 (h = 5)",
        "gate | where(h == 7, log(20 - i), 1) * y | 8 | 32 | is not finite in sequences of 32 tokens",
        "values | v / (h - 30) | 32 | 16 | is not finite in sequences of 16 tokens",
        "gate | y / (i - 3000) | 2 | 4096 | is not finite in sequences of 4,096 tokens",
      })
  void aFormulaThatIsNotIsRefused(
      String place, String formula, int heads, int tokens, String message) {
    assertThatThrownBy(() -> prove(place, formula, heads, tokens))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message)
        .hasMessageContaining(
            PlacedFormula.of(FormulaPlace.valueOf(place.toUpperCase(Locale.ROOT)), formula)
                .canonical());
  }
}
