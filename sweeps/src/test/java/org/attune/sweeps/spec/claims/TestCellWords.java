package org.attune.sweeps.spec.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.claim.Measure;
import org.attune.sweeps.claim.Tuning;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;

/** Names by which claims find a cell: labels, and names as tables print them. */
class TestCellWords {

  private static final String FILE =
      """
      sweep: s
      objective: {metric: loss, goal: minimize}
      axes: {%s}
      claims: [{says: x, cell: %s, is: below, of: 1}]
      """;

  private static final String GATES =
      "attention.gate: [none, learned], train.learning-rate: [1e-4, 0.5]";

  @Test
  void aCellIsNamedAsInTheFileOrAsInTables() throws Exception {
    String learned = "learned / learning-rate=1.0E-4";

    assertThat(named(GATES, learned)).isEqualTo(learned);
    assertThat(named(GATES, "\"gate=learned, learning-rate=1e-4\"")).isEqualTo(learned);
    assertThat(named(GATES, "\"gate=learned, learning-rate=0.0001\"")).isEqualTo(learned);
    assertThat(named(GATES, "\"attention.gate=learned, train.learning-rate=1e-4\""))
        .isEqualTo(learned);
    assertThat(named("task: [text, induction]", "task=text")).isEqualTo("text");
    refused(GATES, "gate=learned", "there is no cell 'gate=learned'");
  }

  @Test
  void aValueIsNotNamedByItsEnd() {
    refused("train.learning-rate: [0.25, 0.5]", "\"5\"", "there is no cell '5'");
    refused("train.learning-rate: [0.25, 0.5]", "rate=0.5", "there is no cell 'rate=0.5'");
  }

  @Test
  void aMisspeltValueIsNamedByItsCell() {
    String gates = "attention.gate: [none, learned]";

    refused(gates, "gate=lerned", "the cells are none, learned; did you mean 'learned'?");
    refused(gates, "gat=learned", "the cells are none, learned; did you mean 'learned'?");
    refused(
        GATES,
        "\"gate=lerned, learning-rate=0.5\"",
        "; did you mean 'learned / learning-rate=0.5'?");
  }

  @Test
  void aFormulaIsNamedAsInTables() {
    String formula = "max(0, linear(x) / 2) * y";
    Configuration cell =
        new Configuration(
            Map.of(
                "attention.gate",
                "formula",
                "attention.gate.formula",
                formula,
                "train.optimizer",
                "adam"));
    CellWords words =
        new CellWords(
            SampleCatalog.CATALOG, Map.of("formula formula=" + formula + " / adam", cell));

    assertThat(words.fitting("gate=%s, optimizer=adam".formatted(formula))).containsExactly(cell);
    assertThat(words.fitting("optimizer=adam, attention.gate=" + formula)).containsExactly(cell);
    assertThat(words.fitting("formula=" + formula)).containsExactly(cell);
    assertThat(words.fitting("gate=max(0, linear(x)) * y")).isEmpty();
    assertThat(words.fitting("gate=%s, optimizer=sgd".formatted(formula))).isEmpty();
  }

  @Test
  void anArmIsNamedAsInTables() throws Exception {
    for (String word : new String[] {"gate=learned", "gate=learned, learning-rate=1e-4"}) {
      Tuning tuning = arm(word).tuning().orElseThrow();

      assertThat(tuning.settings())
          .as(word)
          .hasSize(2)
          .allMatch(cell -> cell.text("attention.gate").equals("learned"));
    }
  }

  @Test
  void anArmThatNoCellFitsIsRefused() {
    assertThatThrownBy(() -> arm("gate=other")).hasMessageContaining("no cell 'gate=other'");
    assertThatThrownBy(() -> arm("learning-rate=0.5"))
        .hasMessageContaining("'learning-rate=0.5' fits cells that also differ in gate");
  }

  private static Measure arm(String word) throws SpecException {
    return read(GATES, "{cell: \"%s\", best-over: [train.learning-rate]}".formatted(word));
  }

  private static String named(String axes, String cell) throws SpecException {
    return read(axes, cell).label();
  }

  private static void refused(String axes, String cell, String message) {
    assertThatThrownBy(() -> read(axes, cell)).hasMessageContaining(message);
  }

  private static Measure read(String axes, String cell) throws SpecException {
    return SpecFile.read("s.yaml", FILE.formatted(axes, cell), Map.of(), SampleCatalog.CATALOG)
        .comparison()
        .claims()
        .get(0)
        .subject();
  }
}
