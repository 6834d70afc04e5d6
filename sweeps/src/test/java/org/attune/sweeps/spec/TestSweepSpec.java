package org.attune.sweeps.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.attune.api.catalog.Chosen;
import org.attune.api.catalog.Settings;
import org.attune.api.search.Objective;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.identity.Replicates;
import org.attune.sweeps.space.Axis;
import org.attune.sweeps.space.Branch;
import org.attune.sweeps.space.Values;
import org.attune.sweeps.spec.form.Problem;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;

class TestSweepSpec {

  private static final String MINIMAL =
      """
      sweep: small
      objective: {metric: loss, goal: minimize}
      """;

  @Test
  void readsTheExampleOfTheDocumentation() throws Exception {
    SweepSpec spec = read(resource("/good/gate-by-split-q.yaml"), Map.of());

    assertThat(spec.name()).isEqualTo("gate-by-split-q");
    assertThat(spec.seed()).isZero();
    assertThat(spec.replicates()).isEqualTo(Replicates.of(3));
    assertThat(spec.objective()).isEqualTo(new Objective("loss", Objective.Goal.MINIMIZE));
    assertThat(spec.budget())
        .isEqualTo(
            new Budget(OptionalLong.of(200), Optional.of(Duration.ofHours(2)), Optional.empty()));
    assertThat(spec.base().text("task")).isEqualTo("induction");
    assertThat(spec.base().integer("task.period")).isEqualTo(24);
    assertThat(spec.base().real("train.learning-rate")).isEqualTo(0.001);
    assertThat(spec.axes())
        .extracting(Axis::key)
        .containsExactly(
            "attention.gate", "attention.query", "attention.weights", "attention.score-conv");
    assertThat(spec.space(SampleCatalog.TREE).cells()).isEqualTo(4 * 4 * 5 * 2);
  }

  @Test
  void spreadsLogarithmicPointsEvenlyAndReadably() throws Exception {
    SweepSpec spec = read(resource("/good/gate-by-split-q.yaml"), Map.of());
    Branch ridge = spec.axes().get(2).branches().get(1);

    assertThat(ridge.values().get("attention.weights.lambda"))
        .isEqualTo(new Values.Listed(List.of("0.001", "0.0464159", "2.15443", "100")));
  }

  @Test
  void takesAnOptionByNameOrByItsOwnParameters() throws Exception {
    String named = MINIMAL + "attention.score-conv: {key-query: {kernel-query: 3}}\n";
    String shorthand = MINIMAL + "attention: {score-conv: {kernel-query: 3}}\n";
    String flat = MINIMAL + "attention:\n  score-conv: key-query\n  score-conv.kernel-query: 3\n";

    assertThat(CanonicalText.of(read(named, Map.of())))
        .isEqualTo(CanonicalText.of(read(shorthand, Map.of())))
        .isEqualTo(CanonicalText.of(read(flat, Map.of())))
        .contains("attention.score-conv.kernel-query: 3", "attention.score-conv.kernel-key: 11");
  }

  @Test
  void readsTaskByNameAlone() throws Exception {
    assertThat(read(MINIMAL + "task: induction\n", Map.of()).base().integer("task.symbols"))
        .isEqualTo(64);
  }

  @Test
  void endsDecimalRangesWhereTheySay() throws Exception {
    String yaml = MINIMAL + "axes: {train.dropout: {range: [0.1, 0.3], step: 0.1}}\n";

    assertThat(read(yaml, Map.of()).axes().get(0).branches().get(0).values())
        .containsEntry("train.dropout", new Values.Listed(List.of("0.1", "0.2", "0.3")));
  }

  @Test
  void aRangeOfWholeNumbersNeedsNoStep() throws Exception {
    String yaml = MINIMAL + "axes: {model.layers: {range: [1, 3]}}\n";

    assertThat(read(yaml, Map.of()).axes().get(0).branches().get(0).values())
        .containsEntry("model.layers", new Values.Listed(List.of("1", "2", "3")));
  }

  @Test
  void keepsIntervalsWholeForRandomSearchOnly() throws Exception {
    String yaml =
        MINIMAL
            + "search: {method: random, trials: 5}\n"
            + "axes: {train.learning-rate: {log-uniform: [1e-4, 1e-2]}}\n";

    assertThat(read(yaml, Map.of()).axes().get(0).branches().get(0).values())
        .containsEntry("train.learning-rate", new Values.Interval(1e-4, 1e-2, true));
  }

  @Test
  void spellsEqualSpecsEqually() throws Exception {
    String one = MINIMAL + "train: {learning-rate: 1e-3, dropout: .5}\n";
    String two = MINIMAL + "train.dropout: 0.50\ntrain: {learning-rate: 0.001, steps: 1e2}\n";

    assertThat(CanonicalText.of(read(one, Map.of())))
        .isEqualTo(CanonicalText.of(read(two, Map.of())));
    assertThat(CanonicalText.of(read(one, Map.of())))
        .isNotEqualTo(CanonicalText.of(read(one, Map.of("train.dropout", "0.25"))));
  }

  @Test
  void replacesAnAxisByAFixedValue() throws Exception {
    SweepSpec spec =
        read(
            resource("/good/gate-by-split-q.yaml"),
            Map.of("attention.gate", "learned", "replicates", "1", "execution.retries", "0"));

    assertThat(spec.axes()).extracting(Axis::key).doesNotContain("attention.gate");
    assertThat(spec.base().text("attention.gate")).isEqualTo("learned");
    assertThat(spec.replicates()).isEqualTo(Replicates.of(1));
    assertThat(spec.execution().retries()).isZero();
  }

  @Test
  void replacesTheOnlyAxisByAFixedValue() throws Exception {
    SweepSpec spec = read(MINIMAL + "axes: {model.width: [32, 64]}\n", Map.of("model.width", "64"));

    assertThat(spec.axes()).isEmpty();
    assertThat(spec.base().integer("model.width")).isEqualTo(64);
  }

  @Test
  void replacesAFixedValueByAnAxis() throws Exception {
    SweepSpec spec = read(MINIMAL + "model: {width: 128}\n", Map.of("model.width", "[32, 64]"));

    assertThat(spec.axes()).extracting(Axis::key).containsExactly("model.width");
    assertThat(spec.fixed()).doesNotContainKey("model.width");
  }

  @Test
  void anAxisOfTheCommandLineTakesThePlaceOfAFixedValueAsAFixedValueDoesOfAnAxis()
      throws Exception {
    for (String fixed :
        List.of("model: {heads: 4}", "model.heads: 4", "axes: {model.heads: [4]}")) {
      SweepSpec spec = read(MINIMAL + fixed + "\n", Map.of("axes.model.heads", "[2, 4]"));

      assertThat(spec.axes())
          .as(fixed)
          .singleElement()
          .matches(axis -> axis.key().equals("model.heads"));
    }
  }

  @Test
  void overridesOneParameterOfAnOption() throws Exception {
    SweepSpec spec =
        read(MINIMAL + "task: {name: induction, period: 5}\n", Map.of("task.period", "7"));

    assertThat(spec.base().integer("task.period")).isEqualTo(7);
  }

  /** Whatever form of the choice the file has. */
  @Test
  void overridesASettingThatIsWrittenInsideItsOption() throws Exception {
    String yaml =
        MINIMAL
            + """
            task: {induction: {period: 24}}
            attention: {query: {split: {fraction: 0.5}}, weights: {ridge: {lambda: 1}}}
            cells: {one: {attention.weights: {ridge: {lambda: 3}}}, two: {attention.gate: learned}}
            """;
    Map<String, String> overrides =
        Map.of(
            "task.period", "16",
            "attention.query.fraction", "0.25",
            "attention.weights.lambda", "2");

    SweepSpec spec = read(yaml, overrides);

    assertThat(spec.base().integer("task.period")).isEqualTo(16);
    assertThat(spec.base().real("attention.query.fraction")).isEqualTo(0.25);
    assertThat(spec.base().real("attention.weights.lambda")).isEqualTo(2);
    assertThat(spec.axes().get(0).settings("attention.weights.lambda")).isEmpty();
  }

  @Test
  void overridesKeysOfSectionsAtEveryDepth() throws Exception {
    SweepSpec spec =
        read(
            MINIMAL + "execution: {checkpoints: {every: 5s}}\n",
            Map.of(
                "execution.checkpoints.keep", "all",
                "stop.asha.reduction", "4",
                "budget.trials", "9"));

    assertThat(spec.execution().checkpoints().keep()).isEqualTo(Checkpointing.Keep.ALL);
    assertThat(spec.execution().checkpoints().every()).hasSeconds(5);
    assertThat(spec.stop()).extracting(Chosen::name).containsExactly("asha");
    assertThat(spec.stop().get(0).settings().integer("reduction")).isEqualTo(4);
    assertThat(spec.budget().trials()).hasValue(9);
  }

  @Test
  void namesTheOptionOfTheCommandLineThatIsWrong() {
    SpecException refused =
        catchThrowableOfType(
            () -> read(MINIMAL, Map.of("model.width", "wide")), SpecException.class);

    assertThat(refused)
        .hasMessage(
            "--set model.width=wide: model.width: 'wide' must be a whole number from 1 to 65536");
  }

  @Test
  void tellsAllProblemsAtOnceByLine() {
    String yaml = "sweep: a b\nmodel: {widht: 1}\nobjective: {metric: loss, goal: up}\n";
    SpecException refused = catchThrowableOfType(() -> read(yaml, Map.of()), SpecException.class);

    assertThat(refused.problems()).extracting(Problem::line).containsExactly(1, 2, 3);
    assertThat(refused.problems().get(1).message()).endsWith("did you mean 'model.width'?");
  }

  @Test
  void fillsInWhatAFileLeavesOut() throws Exception {
    SweepSpec spec = read(MINIMAL, Map.of());

    assertThat(spec.search()).isEqualTo(new Chosen("grid", Settings.NONE));
    assertThat(spec.budget()).isEqualTo(Budget.unlimited());
    assertThat(spec.execution())
        .isEqualTo(
            new ExecutionSettings(
                2,
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                Duration.ofHours(1),
                Checkpointing.STANDARD,
                OptionalDouble.empty()));
  }

  private static SweepSpec read(String yaml, Map<String, String> overrides) throws SpecException {
    return SpecFile.read("sweep.yaml", yaml, overrides, SampleCatalog.CATALOG);
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = TestSweepSpec.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
