package org.attune.cluster.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.space.Space;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Formulas as a user types them. */
class TestFormulasInSweepFiles {

  private static final TrialCatalog CATALOG = new TrialCatalog();

  private static List<Configuration> cells(String axes) throws Exception {
    String yaml =
        """
        sweep: f
        task: text
        model: {width: 16, layers: 1, heads: 2}
        train: {steps: 4, batch: 2}
        axes:
        %sobjective: {metric: validation_loss, goal: minimize}
        """
            .formatted(axes.indent(2));
    SweepSpec spec = SpecFile.read("f.yaml", yaml, Map.of(), CATALOG);
    Space space = spec.space(CATALOG.tree());
    return LongStream.range(0, space.cells()).mapToObj(space::cell).toList();
  }

  @Test
  void theSampleFileHasFifteenCellsThatCanBeTrained() throws Exception {
    SweepSpec spec =
        SpecFile.read(
            "formulas.yaml",
            Files.readString(Path.of("..", "sweeps", "formulas.yaml")),
            Map.of(),
            CATALOG);
    Space space = spec.space(CATALOG.tree());

    assertThat(space.cells()).isEqualTo(15);
    assertThat(
            LongStream.range(0, 15)
                .mapToObj(i -> space.cell(i).values().get("attention.scores.formula"))
                .distinct())
        .containsExactly(
            "30 * tanh(s / 30)",
            "where(i - j < 64, s, -inf)",
            "s - (i - j) * learned(0.1, per: head)");
    assertThat(LongStream.range(0, 15).mapToObj(i -> CATALOG.conflicts(space.cell(i))))
        .allMatch(List::isEmpty);
  }

  @Test
  void holesAreCellsAndEqualFormulasAreOne() throws Exception {
    assertThat(
            cells(
                "attention.gate: [{formula: \"y * f(linear(g))\", f: [sigmoid, silu, tanh], g: [x, q, y]}]"))
        .hasSize(9)
        .extracting(c -> c.text("attention.gate.formula"))
        .doesNotHaveDuplicates()
        .contains("tanh(linear(q)) * y");
    assertThat(
            cells(
                "attention.gate: [{formula: [\"y*(sigmoid(linear(x)))\", \"sigmoid(linear(x)) * y\"]}]"))
        .hasSize(1);
  }

  @Test
  void namesMayStandForPartsAndLayersBeChosen() throws Exception {
    Configuration cell =
        cells(
                "attention.gate: [{formula: \"e * sigmoid(e)\", where: {e: linear(y)}, layers: last}]")
            .get(0);

    assertThat(cell.text("attention.gate.formula"))
        .isEqualTo("linear(y, as: a) * sigmoid(linear(y, as: a))");
    assertThat(cell.text("attention.gate.layers")).isEqualTo("last");
  }

  @Test
  void theFormulasOfTheComputedGateAreWrittenAsBefore() throws Exception {
    assertThat(cells("attention.gate: [{formula: \"sigmoid(q*k)\"}]").get(0).values())
        .containsEntry("attention.gate", "computed")
        .containsEntry("attention.gate.formula", "sigmoid(q*k)");
  }

  @Test
  void aNameSaysWhichOfTwoFormulasIsMeant() throws Exception {
    assertThat(
            cells("attention.gate: [{name: formula, formula: \"sigmoid(q * k)\"}]").get(0).values())
        .containsEntry("attention.gate", "formula")
        .containsEntry("attention.gate.formula", "sigmoid(k * q)");
    assertThat(
            cells("attention.gate: [{name: formula, formula: \"sigmoid(q*k)\"}]").get(0).values())
        .containsEntry("attention.gate", "formula");
    assertThat(
            cells("attention.gate: [{name: computed, formula: \"sigmoid(q*k)\"}]").get(0).values())
        .containsEntry("attention.gate", "computed");
    assertThatThrownBy(
            () -> cells("attention.gate: [{name: computed, formula: \"sigmoid(q * k)\"}]"))
        .hasMessageContaining("attention.gate.formula")
        .hasMessageContaining("sigmoid(q*k)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{formula: \"sigmoid(q * k)\"}",
        "{formula: \"sigmoid(k*q)\"}",
        "{formula: [\"sigmoid(q*k)\", \"y * sigmoid(q)\"]}",
        "{formula: \"f(q * k)\", f: [tanh, sigmoid]}"
      })
  void aComputedGatesWordSpelledOtherwiseIsRefused(String gate) {
    assertThatThrownBy(() -> cells("attention.gate: [" + gate + "]"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("attention.gate: 'sigmoid(k * q)' has two meanings here")
        .hasMessageContaining("write {computed: {formula: \"sigmoid(q*k)\"}} for the option")
        .hasMessageContaining("{name: formula, formula: \"sigmoid(k * q)\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "attention.scores: [{formula: \"s + at_key(shift(mean(x, channels), -1))\"}] | column 12: shift(mean(x, channels), -1) reads a later token: output 1 changes with input 2",
        "attention.gate: [{formula: \"y * sigmod(x)\"}] | column 5: there is no function 'sigmod'; did you mean 'sigmoid'?",
        "attention.gate: [{formula: \"y * x\", t: [1]}] | 't' is given values and the formula 'y * x' does not read it",
        "attention.gate: [{formula: \"y * t\", t: []}] | the list is empty",
        "attention.gate: [{formula: \"y + s\"}] | column 5: 's' has no meaning in attention.gate; it reads x, y, q, k, v, i, n, h, heads",
        "attention.scores: [{formula: \"s * y\"}] | column 5: 'y' has no meaning in attention.scores"
      })
  void refusesInTheFile(String axes, String message) {
    assertThatThrownBy(() -> cells(axes))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(message);
  }
}
