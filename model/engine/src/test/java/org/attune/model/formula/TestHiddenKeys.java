package org.attune.model.formula;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.attune.model.primitive.KeyMask;
import org.attune.model.primitive.Mask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A formula that hides keys by position and does nothing else becomes a mask of attention. */
class TestHiddenKeys {

  private static Optional<KeyMask> mask(String formula) {
    Sizes sizes = new Sizes(12, 2, 3, Mask.CAUSAL);
    return HiddenKeys.of(PlacedFormula.of(FormulaPlace.SCORES, formula), sizes);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "where(i - j < 4, s, -inf)               | 7 | 4 | true",
        "where(i - j < 4, s, -inf)               | 7 | 3 | false",
        "where(i - j >= 4, -inf, s)              | 7 | 3 | false",
        "where(i - j >= 4, -inf, s)              | 7 | 4 | true",
        "where(i - j < 4 or j < 2, s, -inf)      | 9 | 1 | true",
        "where(i - j < 4 or j < 2, s, -inf)      | 9 | 2 | false",
        "where((i - j) % 4 == 0, s, -inf)        | 9 | 5 | true",
        "where((i - j) % 4 == 0, s, -inf)        | 9 | 6 | false",
        "where(j >= n / 2 or i == j, s, -inf)    | 9 | 5 | false",
        "where(not (j < i - 3), s, -inf)         | 9 | 6 | true",
      })
  void isReadFromTheFormula(String formula, int query, int key, boolean shown) {
    KeyMask mask = mask(formula).orElseThrow();

    assertThat(mask.shows(query, key)).isEqualTo(shown);
    assertThat(mask.length()).isEqualTo(12);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s",
        "where(i - j < 4, 2 * s, -inf)",
        "where(i - j < 4, s, -9)",
        "where(s < 4, s, -inf)",
        "where(h == 1, s, -inf)",
        "where(i - j < learned(4), s, -inf)",
        "where(i - j > 3, s, -inf)", // leaves the first queries without a key
        "where(i - j < 4, s, -inf) + 1",
      })
  void isNoneWhereAFormulaDoesMore(String formula) {
    assertThat(mask(formula)).isEmpty();
  }

  @Test
  void costsWhatIsShown() {
    long window = mask("where(i - j < 4, s, -inf)").orElseThrow().pairs();
    long all = mask("where(i >= j, s, -inf)").orElseThrow().pairs();

    assertThat(window).isEqualTo(1 + 2 + 3 + 9 * 4);
    assertThat(all).isEqualTo(12 * 13 / 2);
  }
}
