package org.attune.model.formula;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.attune.model.primitive.Mask;
import org.attune.model.proof.FormulaProof;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page docs/formulas.md: each mechanism on it is compiled and proven. */
class TestFormulaPage {

  private static final Path PAGE = Path.of("..", "..", "docs", "formulas.md");
  private static final Pattern ROW =
      Pattern.compile("\\| [^|]+ \\| ((?:attention|model)\\.[a-z]+) \\| `([^`]+)` \\|");

  private static String page() throws IOException {
    return Files.readString(PAGE);
  }

  static List<List<String>> mechanisms() throws IOException {
    Matcher row = ROW.matcher(page());
    return row.results().map(r -> List.of(r.group(1), r.group(2))).toList();
  }

  @ParameterizedTest
  @MethodSource("mechanisms")
  void aMechanismHolds(List<String> row) {
    FormulaPlace place = FormulaPlace.of(row.get(0));
    Sizes sizes = new Sizes(9, place.heads() ? 2 : 1, place.heads() ? 4 : 6, Mask.CAUSAL);

    FormulaProof.ProofReport report =
        FormulaProof.of(PlacedFormula.of(place, row.get(1)), sizes, 8);

    assertThat(report.parameters()).isNotNegative();
  }

  @Test
  void thereAreThirtyOfThem() throws IOException {
    assertThat(mechanisms()).hasSizeGreaterThanOrEqualTo(30).doesNotHaveDuplicates();
  }

  @Test
  void everyPlaceAndFunctionIsOnThePage() throws IOException {
    assertThat(page())
        .contains(
            Word.functions().stream()
                .map(w -> w.text())
                .filter(w -> !w.equals("linear"))
                .collect(Collectors.toList()));
    for (FormulaPlace place : FormulaPlace.values()) {
      assertThat(page()).contains("`" + place.key() + "`", place.gives().split(" ")[0]);
    }
  }
}
