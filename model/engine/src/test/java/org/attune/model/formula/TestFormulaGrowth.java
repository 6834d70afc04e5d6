package org.attune.model.formula;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.attune.model.proof.FormulaProof;
import org.attune.model.proof.ProvenFormulas;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Formulas that grow: each differs in one change, stays within the size and holds. */
class TestFormulaGrowth {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "attention.gate   | y * sigmoid(linear(x))",
        "attention.scores | s - learned(0.1, per: head) * (i - j)",
        "attention.values | v * sigmoid(linear(x, as: w)) + linear(x, as: w)",
        "model.mlp        | relu(linear(x)) ** 2"
      })
  void everyRewriteIsAFormulaWithinTheSize(String place, String start) {
    String canonical = PlacedFormula.of(FormulaPlace.of(place), start).canonical();
    org.attune.api.catalog.Growth growth =
        ProvenFormulas.LANGUAGE.growth(place, start, 3).orElseThrow();
    int most = FormulaGrowth.size(PlacedFormula.of(FormulaPlace.of(place), start)) + 3;
    SplittableRandom random = new SplittableRandom(5);
    Set<String> seen = new HashSet<>();
    String formula = canonical;
    for (int i = 0; i < 8; i++) {
      String next = growth.rewritten(formula, random);
      PlacedFormula read = PlacedFormula.of(FormulaPlace.of(place), next);
      assertThat(next).isNotEqualTo(formula).isEqualTo(read.canonical());
      assertThat(FormulaGrowth.size(read)).as(next).isLessThanOrEqualTo(most);
      assertThat(FormulaProof.holds(read)).as(next).isTrue();
      seen.add(next);
      formula = next;
    }
    assertThat(seen).hasSizeGreaterThan(4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "y | 0",
        "y * 2 | 1",
        "y * sigmoid(linear(x)) | 3",
        "y * sigmoid(x) * linear(x) | 4",
        "y * learned(1, per: head) + y / 3 + 2 | 5",
        "max(0, silu(linear(x))) * y | 4"
      })
  void aSizeCountsFunctionsSignsAndLearnedNumbers(String formula, int size) {
    assertThat(FormulaGrowth.size(PlacedFormula.of(FormulaPlace.GATE, formula))).isEqualTo(size);
  }

  @Test
  void changesOfEachKindAreMade() {
    PlacedFormula start = PlacedFormula.of(FormulaPlace.GATE, "y * sigmoid(linear(x))");
    SplittableRandom random = new SplittableRandom(1);
    Set<String> made = new HashSet<>();
    for (int i = 0; i < 2_000; i++) {
      Optional<PlacedFormula> next = FormulaGrowth.rewrite(start, 9, random);
      next.ifPresent(f -> made.add(f.canonical()));
    }
    assertThat(made)
        .contains(
            "tanh(linear(x)) * y", // another function
            "sigmoid(linear(q)) * y", // another operand
            "learned(1, per: head) * sigmoid(linear(x)) * y", // a factor more
            "sigmoid(linear(x))", // a factor less
            "y")
        .doesNotContain(start.canonical());
  }
}
