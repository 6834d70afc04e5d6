package org.attune.sweeps.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.attune.api.catalog.AxisCatalog;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.OtherSweepException;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.spec.CanonicalText;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TestSpecExtension {

  private static final String BEFORE =
      """
      sweep: s
      objective: {metric: loss, goal: minimize}
      axes:
        train.steps: [3, 5]
        train.learning-rate: {uniform: [0.1, 0.2]}
      search: {method: random, trials: 5}
      replicates: 2
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[3, 5] | [3, 5, 7]",
        "[3, 5] | [1, 5, 3]",
        "[0.1, 0.2] | [0.1, 0.5]",
        "trials: 5 | trials: 9",
        "replicates: 2 | replicates: 3",
        "replicates: 2 | 'replicates: 3\\nbudget: {trials: 4}'",
      })
  void moreOfTheSameExtends(String old, String now) throws Exception {
    assertThat(refusal(old, now)).isEmpty();
  }

  /** All cells so far have the default 4, which is a value of the new axis. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "model.heads: [2, 4]",
        "model.heads: {uniform: [1, 8]}",
        "attention.gate: [none, learned]",
      })
  void anAxisWithTheValueThatAllCellsHadExtends(String axis) throws Exception {
    assertThat(refusal("axes:", "axes:\n  " + axis)).isEmpty();
  }

  @Test
  void anAxisWithoutThatValueIsShown() throws Exception {
    assertThat(refusal("axes:", "axes:\n  model.heads: [2, 8]"))
        .isEqualTo("  + axes.model.heads[0]: 2\n  + axes.model.heads[1]: 8");
  }

  /** The fixed value leaves the file's head, and the default takes its line. */
  @Test
  void aFixedValueMayBecomeOneOfAnAxis() throws Exception {
    String fixed = BEFORE + "model.heads: 8\n";
    String swept = BEFORE.replace("axes:", "axes:\n  model.heads: [2, 8]");

    assertThat(SpecExtension.refusal(text(fixed), text(swept))).isEmpty();
    assertThat(SpecExtension.refusal(text(fixed), text(BEFORE)))
        .isEqualTo("  - model.heads: 8\n  + model.heads: 4");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "random, trials: 5 | tpe, trials: 9",
        "random, trials: 5 | tpe, trials: 9, startup: 4",
        "replicates: 2 | 'replicates: 2\\nstop: {asha: {min-steps: 1}}'",
        "metric: loss, goal: minimize | metric: copies, goal: maximize",
        "[0.1, 0.2] | [0.12, 0.18]",
        "[3, 5] | [5]",
        "'uniform: [0.1, 0.2]}' | 'uniform: [0.1, 0.2]}\\n  model.heads: [2, 4]'",
      })
  void anotherWayToGoOnExtends(String old, String now) throws Exception {
    String induction = BEFORE + "task: induction\n";
    String after = induction.replace(old, now.replace("\\n", "\n"));
    assertThat(after).isNotEqualTo(induction);

    assertThat(SpecExtension.refusal(text(induction), text(after))).isEmpty();
    assertThat(SpecExtension.refusal(text(after), text(after))).isEmpty();
  }

  @Test
  void aLearningSearchAndAGridMayFollowEachOther() throws Exception {
    String grid =
        BEFORE
            .replace("{uniform: [0.1, 0.2]}", "[0.1, 0.15, 0.2]")
            .replace("{method: random, trials: 5}", "{method: grid}");
    String learned = BEFORE.replace("random", "tpe");

    assertThat(SpecExtension.refusal(text(grid), text(learned))).isEmpty();
    assertThat(SpecExtension.refusal(text(learned), text(grid))).isEmpty();
  }

  @Test
  void aLongerTrainingExtendsAndAShorterOneDoesNot() throws Exception {
    String grid =
        "sweep: s\nobjective: {metric: loss, goal: minimize}\naxes: {model.heads: [2, 4]}";
    String longer = grid + "\ntrain.steps: 300\n";

    assertThat(SpecExtension.refusal(text(grid), text(longer))).isEmpty();
    assertThat(SpecExtension.longerTraining(text(grid), text(longer))).contains(300L);
    assertThat(SpecExtension.longerTraining(text(grid), text(grid))).isEmpty();
    assertThat(SpecExtension.refusal(text(longer), text(grid)))
        .isEqualTo("  - train.steps: 300\n  + train.steps: 100");
    assertThat(SpecExtension.reasons(text(longer), text(grid)))
        .containsExactly(
            "the trials so far have train.steps 300; to compare both, give axes: {train.steps:"
                + " [300, 100]}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "replicates: 2 | 'replicates: 2\\nseed: 7' | with another seed every trial has other examples",
        "goal: minimize | goal: maximize | the better end of a metric would become its worse one",
        "sweep: s | 'sweep: s\\ntask: induction' | another task gives other numbers under the same names",
        "sweep: s | 'sweep: s\\ntrain.batch: 7' | 'the trials so far have train.batch 32; to compare both, give axes: {train.batch: [32, 7]}'",
      })
  void whatCannotBeToldApartIsRefusedWithTheReason(String old, String now, String reason)
      throws Exception {
    String after = BEFORE.replace(old, now.replace("\\n", "\n"));

    assertThat(SpecExtension.refusal(text(BEFORE), text(after))).isNotEmpty();
    assertThat(SpecExtension.reasons(text(BEFORE), text(after))).contains(reason);
  }

  @Test
  void partsOfATrainingAreNoTrialsOfAnotherSearch() throws Exception {
    String before = text(BEFORE);
    String after = before.replace("search: random, trials 5", "search: population, population 4");

    assertThat(SpecExtension.refusal(before, after)).contains("+ search: population");
    assertThat(SpecExtension.refusal(after, before)).contains("+ search: random");
    assertThat(SpecExtension.reasons(before, after))
        .containsExactly(
            "trials of 'population' are parts of a training, which no other search goes on with");
  }

  @Test
  void anAxisOfAGridMayEndOrLoseValues() throws Exception {
    String grid =
        """
        sweep: s
        objective: {metric: loss, goal: minimize}
        axes: {train.steps: [3, 5], model.heads: [2, 4]}
        """;
    String without = grid.replace(", model.heads: [2, 4]", "");

    assertThat(SpecExtension.refusal(text(grid), text(without))).as("4 is the default").isEmpty();
    assertThat(SpecExtension.losing(text(grid), text(without))).containsExactly("model.heads");
    assertThat(SpecExtension.losing(text(without), text(grid))).isEmpty();
    assertThat(SpecExtension.refusal(text(grid), text(without + "model.heads: 2\n"))).isEmpty();
    assertThat(SpecExtension.refusal(text(grid), text(grid.replace("[3, 5]", "[5]")))).isEmpty();
    assertThat(SpecExtension.refusal(text(grid), text(without + "model.heads: 8\n")))
        .contains("- axes.model.heads[1]: 4", "+ model.heads: 8");
    assertThat(SpecExtension.refusal(text(grid), text(grid.replace("[3, 5]", "[5, 6]")))).isEmpty();
  }

  /** As if a sweep of both were in between: values are added, and others end. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[3, 5] | [3, 7] | train.steps",
        "[3, 5] | {range: [4, 9]} | train.steps",
        "[3, 5] | {uniform: [4, 9]} | train.steps",
        "[0.1, 0.2] | [0.15, 0.5] | train.learning-rate",
        "[0.1, 0.2] | [0.01, 0.15] | train.learning-rate",
        "[0.1, 0.2] | [0.3, 0.4] | train.learning-rate",
        "'uniform: [0.1, 0.2]' | 'log-uniform: [0.15, 1]' | train.learning-rate",
        "'{uniform: [0.1, 0.2]}' | '[0.1, 0.3]' | train.learning-rate",
      })
  void anAxisMayGainValuesAndLoseOthers(String old, String now, String axis) throws Exception {
    assertThat(refusal(old, now)).isEmpty();
    assertThat(SpecExtension.losing(text(BEFORE), text(BEFORE.replace(old, now))))
        .containsExactly(axis);
  }

  /** A range of another scale has the same numbers, only drawn otherwise. */
  @Test
  void aRangeMayGetAnotherScale() throws Exception {
    assertThat(refusal("uniform:", "log-uniform:")).isEmpty();
  }

  @Test
  void whereClaimsDecideAxesOnlyGainValues() throws Exception {
    String claims =
        """
        sweep: s
        objective: {metric: loss, goal: minimize}
        axes: {train.steps: [3, 5], model.heads: [2, 4]}
        replicates: {at-least: 5, at-most: 9, until: decided}
        claims:
          - says: a
            cell: steps=3 / heads=4
            is: below
            of: steps=5 / heads=4
        """;
    String moved = claims.replace("[2, 4]", "[4, 6]");

    assertThat(SpecExtension.refusal(text(claims), text(moved)))
        .contains("- axes.model.heads[0]: 2", "+ axes.model.heads[1]: 6");
    assertThat(SpecExtension.reasons(text(claims), text(moved)))
        .containsExactly("claims decide which cells get seeds, so axes may only gain values");
    assertThat(SpecExtension.refusal(text(claims), text(claims.replace("[2, 4]", "[2, 4, 6]"))))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sweep: s | 'sweep: s\\nmodel.heads: 8' | model.heads",
        "trials: 5 | trials: 4 | search",
        "replicates: 2 | replicates: 1 | replicates",
        "replicates: 2 | 'replicates: 2\\nseed: 7' | seed",
        "goal: minimize | goal: maximize | objective.goal",
        "sweep: s | 'sweep: s\\ntrain.batch: 7' | train.batch",
      })
  void anythingElseIsShown(String old, String now, String key) throws Exception {
    assertThat(refusal(old, now).lines())
        .isNotEmpty()
        .allMatch(line -> line.startsWith("  - " + key) || line.startsWith("  + " + key));
  }

  /** Values of several lines, as a script and two variables of the environment are. */
  private static final String PROGRAM =
      """
      sweep: s
      objective: {metric: loss, goal: minimize}
      task:
        command:
          run: |
            sh train.sh

            echo done {size}
          environment: {HOME: /tmp, PATH: /bin}
          parameters: {size: {integer: [1, 99]}}
          metrics: {loss: lower}
      axes: {size: [1, 2]}
      replicates: 2
      """;

  @Test
  void aProgramOfSeveralLinesIsExtendedAndChangesOfItAreShown() throws Exception {
    String before = program(PROGRAM);

    assertThat(SpecExtension.refusal(before, program(PROGRAM.replace("[1, 2]", "[1, 2, 3]"))))
        .isEmpty();
    assertThat(SpecExtension.refusal(before, program(PROGRAM.replace("replicates: 2", "seed: 1"))))
        .contains("- replicates: 2", "+ seed: 1");
    assertThat(SpecExtension.refusal(before, program(PROGRAM.replace("train.sh", "test.sh"))))
        .contains("sh train.sh", "sh test.sh");
    assertThat(SpecExtension.refusal(before, program(PROGRAM.replace("echo done", "echo"))))
        .isEqualTo("  - echo done {size}\n  + echo {size}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"replicates: 3", "search: grid", "stop: none", "axes.size[0]: 7"})
  void aLineOfTheProgramsIsNoLineOfTheFile(String line) throws Exception {
    String file = PROGRAM.replace("sh train.sh", "sh train.sh\n      " + line);

    assertThat(
            SpecExtension.refusal(
                program(file), program(file.replace("replicates: 2", "replicates: 5"))))
        .isEmpty();
    assertThat(SpecExtension.refusal(program(file), program(file.replace(line, line + " more"))))
        .contains(line + " more");
  }

  @Test
  void anExtendedSweepGoesOnAsWhatItIsNow(@TempDir Path folder) throws Exception {
    LocalStorage storage = new LocalStorage(folder);
    SweepHeader two = header("replicates: 2");
    SweepHeader three = header("replicates: 3");
    SweepJournal.open(storage, two, false).close();

    assertThatThrownBy(() -> SweepJournal.open(storage, three, false))
        .isInstanceOf(OtherSweepException.class)
        .hasMessageContaining("use --extend");
    SweepJournal.extend(storage, three, false, event -> {}).close();

    SweepJournal.open(storage, three, false).close();
    assertThat(SweepJournal.read(storage).header().specText()).isEqualTo(three.specText());
    assertThatThrownBy(() -> SweepJournal.open(storage, two, false))
        .isInstanceOf(OtherSweepException.class)
        .hasMessageContaining("- replicates: 3")
        .hasMessageContaining("+ replicates: 2");
    assertThatThrownBy(() -> SweepJournal.extend(storage, two, false, event -> {}))
        .isInstanceOf(OtherSweepException.class)
        .hasMessageContaining("Cannot extend");
    SweepJournal.extend(storage, header("replicates: 5"), false, event -> {}).close();
  }

  /** The last spec does not extend the first: 4 heads were never all that it had. */
  @Test
  void anAxisThatCameAndEndedIsHistory(@TempDir Path folder) throws Exception {
    LocalStorage storage = new LocalStorage(folder);
    String grid = "sweep: s\nobjective: {metric: loss, goal: minimize}\naxes: {train.steps: [3, 5]";
    SweepHeader two = grid(grid + "}\nmodel.heads: 2\n");
    SweepHeader both = grid(grid + ", model.heads: [2, 4]}\n");
    SweepHeader four = grid(grid + "}\nmodel.heads: 4\n");
    SweepJournal.open(storage, two, false).close();

    assertThatThrownBy(() -> SweepJournal.extend(storage, four, false, event -> {}))
        .isInstanceOf(OtherSweepException.class)
        .hasMessageContaining("Cannot extend");
    SweepJournal.extend(storage, both, false, event -> {}).close();
    SweepJournal.extend(storage, four, false, event -> {}).close();

    List<Event> events = new ArrayList<>();
    SweepJournal.open(storage, four, false, events::add).close();
    assertThat(events).hasSize(4).allMatch(Event.Opened.class::isInstance);
    assertThatThrownBy(() -> SweepJournal.open(storage, both, false))
        .isInstanceOf(OtherSweepException.class);
  }

  private static SweepHeader grid(String yaml) throws Exception {
    return SpecHeader.of(
        SpecFile.read("s.yaml", yaml, Map.of(), SampleCatalog.CATALOG), 10, 1, Map.of());
  }

  private static SweepHeader header(String replicates) throws Exception {
    SweepSpec spec =
        SpecFile.read(
            "s.yaml", BEFORE.replace("replicates: 2", replicates), Map.of(), SampleCatalog.CATALOG);
    return SpecHeader.of(spec, 10, 1, Map.of());
  }

  private static String refusal(String old, String now) throws Exception {
    assertThat(BEFORE).contains(old);
    return SpecExtension.refusal(text(BEFORE), text(BEFORE.replace(old, now.replace("\\n", "\n"))));
  }

  private static String program(String yaml) throws Exception {
    AxisCatalog catalog = SpecFile.command("s.yaml", yaml).orElseThrow().catalog();
    return CanonicalText.of(SpecFile.read("s.yaml", yaml, Map.of(), catalog));
  }

  private static String text(String yaml) throws Exception {
    return CanonicalText.of(SpecFile.read("s.yaml", yaml, Map.of(), SampleCatalog.CATALOG));
  }
}
