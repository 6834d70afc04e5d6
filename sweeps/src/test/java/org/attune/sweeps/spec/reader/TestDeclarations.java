package org.attune.sweeps.spec.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.attune.api.Metric;
import org.attune.api.catalog.AxisCatalog;
import org.attune.sweeps.command.ValueType;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.table.Column;
import org.attune.sweeps.table.Tables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a program may declare beside the columns that {@code results} has. */
class TestDeclarations {

  private static final String YAML =
      """
      sweep: s
      task:
        command:
          run: sh run.sh
          parameters: {%s: {choice: [mse, mae]}}
          metrics: {loss: lower}
      objective: {metric: loss, goal: minimize}
      """;

  @Test
  void noColumnOfEverySweepIsAParameters() {
    for (Column column : Tables.named("results").orElseThrow().schema().columns()) {
      assertThat(Declarations.wrongColumn(column.name().toUpperCase(Locale.ROOT), List.of()))
          .as(column.name())
          .isPresent();
    }
  }

  @Test
  void aParameterThatHidesAMetricIsRefused() {
    refused(
        "loss",
        "s.yaml:5:18: task.command.parameters.loss: its column 'loss' would hide the metric 'loss'"
            + " in the table results; call one of them otherwise");
  }

  @Test
  void aParameterWithAColumnOfEverySweepIsRefused() {
    refused(
        "trial-id",
        "s.yaml:5:18: task.command.parameters.trial-id: its column 'trial_id' is one that every"
            + " sweep's table results has; call it otherwise");
    refused("state", "its column 'state' is one that every");
  }

  /** What {@code {config}} has of each is no matter of its spelling. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{real: [0, 1]} | REAL",
        "{integer: [0, 9]} | INTEGER",
        "{flag: true} | FLAG",
        "{text: 7} | TEXT",
        "{choice: [adam, sgd]} | TEXT",
        "{choice: ['1.10', '1.1', '1.2']} | TEXT",
        "{choice: [1.10, 1.1]} | TEXT", // the same number twice
        "{choice: [007, 008]} | TEXT",
        "{choice: [67217e15, 1]} | TEXT",
        "{choice: [16, adam]} | TEXT",
        "{choice: [16, '32']} | TEXT",
        "{choice: [16, 32, 64], default: 32} | INTEGER",
        "{choice: [1e-3, 0.1, 1]} | REAL",
        "{choice: ['true', 'false']} | FLAG",
        "{choice: [true, false, maybe]} | TEXT",
      })
  void aParameterHasTheTypeThatItIsDeclaredWith(String declared, ValueType type)
      throws SpecException {
    String yaml = YAML.replace("{choice: [mse, mae]}", declared).formatted("x");

    assertThat(SpecFile.command("s.yaml", yaml).orElseThrow().types()).isEqualTo(Map.of("x", type));
  }

  @Test
  void otherNamesAreFree() throws SpecException {
    assertThat(SpecFile.command("s.yaml", YAML.formatted("train.loss"))).isPresent();
  }

  @Test
  void aGroupMayHaveTheNameOfAParameter() throws SpecException {
    String yaml =
        YAML.formatted("kind").replace("{kind:", "{fit.kind.width: {integer: [1, 9]}, kind:")
            + "fit: {kind: {width: 3}}\n";
    AxisCatalog catalog = SpecFile.command("s.yaml", yaml).orElseThrow().catalog();

    assertThat(SpecFile.read("s.yaml", yaml, Map.of(), catalog).base().values())
        .containsEntry("fit.kind.width", "3");
  }

  /** A sweep may have been recorded before the rule. */
  @Test
  void aRecordedSweepIsReadAllTheSame() throws SpecException {
    assertThat(SpecFile.recorded("s.yaml", YAML.formatted("loss"))).isPresent();
  }

  @Test
  void columnsAndMetricsDifferByMoreThanCase() {
    List<Metric> metrics = List.of(Metric.lower("gate_l<layer>", "", ""));

    assertThat(Declarations.wrongColumn("Gate_L1", metrics)).isPresent();
    assertThat(Declarations.wrongColumn("gate", metrics)).isEmpty();
  }

  @Test
  void metricsHaveOneSpellingAndOneDeclaration() {
    Metric loss = Metric.lower("loss", "", "");

    assertThat(Declarations.wrongMetric(List.of(loss, Metric.plain("gate_l<layer>", "", ""))))
        .isEmpty();
    assertThat(Declarations.wrongMetric(List.of(Metric.lower("Log Loss", "", ""))))
        .contains(
            "the metric 'Log Loss' must be lower-case letters, digits and '_', and not 'step'");
    assertThat(Declarations.wrongMetric(List.of(loss, Metric.higher("loss", "", ""))))
        .contains("the metric 'loss' is declared twice; give one of them another name");
  }

  private static void refused(String parameter, String why) {
    assertThatThrownBy(() -> SpecFile.command("s.yaml", YAML.formatted(parameter)))
        .isInstanceOfSatisfying(
            SpecException.class,
            e ->
                assertThat(e.problems())
                    .singleElement()
                    .satisfies(problem -> assertThat(problem.toString()).contains(why)));
  }
}
