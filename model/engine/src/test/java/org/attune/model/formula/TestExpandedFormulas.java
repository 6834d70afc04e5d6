package org.attune.model.formula;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names that use names let a short text stand for a formula without end. */
class TestExpandedFormulas {

  /** Doubling, tripling, and doubling inside a call, each 41 times over. */
  @ParameterizedTest
  @CsvSource({
    "sin(%1$s)*cos(%1$s), e8, e7, 13",
    "%1$s*%1$s+sin(%1$s), e5, e4, 11",
    "'where(%1$s > 0, %1$s, 1)', e7, e6, 15",
  })
  void aFormulaThatIsTooLongWithItsNamesWrittenOutIsRefusedWithThePlace(
      String each, String in, String often, int column) {
    Map<String, String> names = new LinkedHashMap<>(Map.of("e0", "x"));
    for (int i = 1; i <= 41; i++) {
      names.put("e" + i, each.formatted("e" + (i - 1)));
    }

    assertThatThrownBy(() -> PlacedFormula.of(FormulaPlace.GATE, "y * sigmoid(e41)", names))
        .isInstanceOf(FormulaException.class)
        .hasMessage(
            "in '%s': column %d: with each name written out, the formula has more than 1,000 parts;"
                + " use '%s' less often",
            in, column, often);
  }

  @Test
  void aNameMayBeUsedAgain() {
    Map<String, String> names = Map.of("e", "sin(x)", "f", "e * e + cos(e)");

    assertThat(PlacedFormula.of(FormulaPlace.GATE, "y * sigmoid(f + f * e)", names).canonical())
        .isNotEmpty();
  }
}
