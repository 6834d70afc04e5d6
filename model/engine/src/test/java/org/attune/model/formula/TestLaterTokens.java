package org.attune.model.formula;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import org.attune.model.primitive.Mask;
import org.attune.model.proof.FormulaProof;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A formula that reads a later token at one token alone, or for one key or head alone. */
class TestLaterTokens {

  private static void assertRefused(FormulaPlace place, String formula) {
    assertThatThrownBy(() -> PlacedFormula.of(place, formula))
        .as(formula)
        .isInstanceOf(FormulaException.class)
        .hasMessageContaining("reads a later token");
  }

  /** Most of these tokens are none of those that are tried evenly. */
  @Test
  void theTokenThatAConstantNamesIsTriedAndThoseBesideIt() {
    for (int c = 41; c < 53; c++) {
      for (String equality : new String[] {"i", "i - 1", "i + 1"}) {
        assertRefused(FormulaPlace.GATE, "where(%s == %d, shift(x, -1), y)".formatted(equality, c));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "where(j == 2, mean(s, tokens), s)",
        "where(j == 0, mean(s, tokens), s)",
        "where(h == 1, mean(s, tokens), s)",
        "where(i == j, mean(s, tokens), s)",
        "where(i - j == 20, mean(s, tokens), s)",
        "s + mean(max(s, keys), tokens)"
      })
  void oneKeyOrHeadIsEnough(String formula) {
    assertRefused(FormulaPlace.SCORES, formula);
  }

  /**
   * The reader's few heads and tokens show nothing here, but nothing that looks ahead is compiled.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gate | where(h == 6, shift(x, -1), y)",
        "gate | where(h >= 5, shift(x, -1), y)",
        "gate | where(h == 7 and i > 300, shift(x, -1), y)",
        "gate | where(i / 50 > 3, shift(x, -1), y)",
        "gate | where(i * 0.01 > 3, shift(x, -1), y)",
        "gate | where(sqrt(i) > 9, shift(x, -1), y)",
        "gate | where(i ** 2 > 5000, shift(x, -1), y)",
        "scores | where(i > 200, mean(s, tokens), s)",
        "scores | where(h == 5 and i - j > 180, mean(s, tokens), s)"
      })
  void whatLooksAheadIsNotCompiledAlsoWhereTheReaderSawNothing(String place, String formula) {
    FormulaPlace at = FormulaPlace.valueOf(place.toUpperCase(Locale.ROOT));
    PlacedFormula read = PlacedFormula.of(at, formula);

    assertThatThrownBy(() -> FormulaProof.of(read, new Sizes(512, 8, 3, Mask.CAUSAL), 24))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            at == FormulaPlace.GATE
                ? "a shift ahead reads a later token; look back with a number above 0"
                : "'mean' goes over later tokens too; write past_mean or cumsum");
  }

  /** Attention hides later keys in any case. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "where(j > i, mean(s, tokens), s)",
        "s + at_key(linear(x, heads))",
        "where(j > i, at_key(mean(x, channels)), s)"
      })
  void laterKeysMayReadWhatTheyWill(String formula) {
    assertThatCode(() -> PlacedFormula.of(FormulaPlace.SCORES, formula)).doesNotThrowAnyException();
  }
}
