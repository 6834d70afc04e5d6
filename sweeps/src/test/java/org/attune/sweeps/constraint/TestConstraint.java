package org.attune.sweeps.constraint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.ParameterTree;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestConstraint {

  @ParameterizedTest
  @CsvSource({
    "heads divides width, true",
    "model.heads divides model.width + 2, false",
    "width / heads >= 16 and layers <= 2, true",
    "not tied, true",
    "tied or layers == 2, false",
    "gate == none, true",
    "gate != none and heads > 1, false",
    "2 * (heads + 1) == 10, true",
    "2 + 3 * 2 == 8, true",
    "7 - 2 - 1 == 4, true",
    "-heads < 0, true",
    "width % 3 == 1, true",
    "-width % 3 == 2, true",
    "0 divides width, false",
    "lambda < 0.5, true",
    "lambda < 0.5 or layers == 2, true",
    "lambda < 0.5 and layers == 2, false",
    "width / 0 == 1, true",
    "learning_rate <= 1e-3, true",
    "train.learning-rate <= 1e-3, true",
    "train.steps == 100, true"
  })
  void saysWhichCellsMayBeRun(String text, boolean allowed) throws Exception {
    Configuration cell = Configuration.of(SampleCatalog.TREE, Map.of());

    assertThat(Constraint.parse(text, SampleCatalog.TREE).allows(cell)).isEqualTo(allowed);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "heds divides width | column 1: 'heds' is neither a parameter nor an option; 'attune list axes'"
            + " shows all; did you mean 'heads'?",
        "heads divides | column 14: the constraint ends where a parameter or a number is due",
        "heads + 1 | column 1: 'heads + 1' is a number where true or false is due",
        "gate == ridge | column 9: attention.gate: 'ridge' must be one of none, learned,"
            + " from-query, computed",
        "gate > 3 | column 1: 'gate' is an option where a number is due",
        "heads == none | column 7: 'heads' is a number and 'none' is an option; compare like with"
            + " like",
        "(heads > 1 | column 11: a ')' is missing for the '(' in column 1",
        "heads > 1 heads | column 11: 'heads' is too much; join conditions by and, or",
        "heads divids width | column 7: 'divids' where a sign or one of and, or, divides is due;"
            + " did you mean 'divides'?",
        "heads = 1 | column 7: '=' has no meaning here",
        "heads > 1 and width | column 15: 'width' is a number where true or false is due"
      })
  void saysWhatIsWrong(String text, String message) {
    assertThatThrownBy(() -> Constraint.parse(text, SampleCatalog.TREE))
        .isInstanceOf(ConstraintException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "head > 4 | 'head' is an option where a number is due; did you mean 'heads'?",
        "head == 4 | compare like with like; did you mean 'heads'?",
        "4 == head | compare like with like; did you mean 'heads'?",
        "step > 4 | 'step' is an option where a number is due; did you mean 'steps'?"
      })
  void anOptionThatIsSpeltLikeANumberIsHintedAt(String text, String message) throws Exception {
    ParameterTree tree =
        SpecFile.command(
                "s.yaml",
                "task: {command: {run: sh, metrics: {loss: lower}, parameters: {"
                    + "heads: {integer: [1, 8], default: 4}, steps: {integer: [1, 9], default: 1},"
                    + " pool: {choice: [head, row]}, step: {choice: [a, b]}}}}")
            .orElseThrow()
            .catalog()
            .tree();

    assertThatThrownBy(() -> Constraint.parse(text, tree)).hasMessageEndingWith(message);
  }

  @Property(tries = 5_000)
  void anyTextIsReadOrRefusedInWords(@ForAll String text) {
    readOrRefused(text);
  }

  @Property(tries = 5_000)
  void anyRowOfItsWordsIsReadOrRefusedInWords(@ForAll("words") String text) {
    readOrRefused(text);
  }

  @Test
  void deepNestingIsRefusedInWords() {
    readOrRefused("(".repeat(999));
    readOrRefused("not ".repeat(249) + "tied");
    readOrRefused("-".repeat(999) + "1");
    readOrRefused("1+".repeat(499) + "1 == 500");
    readOrRefused("1".repeat(2_000));
  }

  private static void readOrRefused(String text) {
    try {
      Constraint.parse(text, SampleCatalog.TREE)
          .allows(Configuration.of(SampleCatalog.TREE, Map.of()));
    } catch (ConstraintException refused) {
      assertThat(refused.getMessage()).startsWith("column ");
    }
  }

  @Provide
  Arbitrary<String> words() {
    return Arbitraries.of(
            "heads",
            "width",
            "gate",
            "none",
            "tied",
            "lambda",
            "1",
            "0",
            "1e400",
            "0.5",
            "and",
            "or",
            "not",
            "divides",
            "==",
            "!=",
            "<",
            ">=",
            "+",
            "-",
            "*",
            "/",
            "%",
            "(",
            ")",
            "true",
            "model.width",
            "learning-rate")
        .list()
        .ofMaxSize(14)
        .map(words -> String.join(" ", words));
  }
}
