package org.attune.api.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TestOtherWords {

  private static final Parameter RATE =
      Parameter.real("train.learning-rate", "learning_rate", 0, 1, 0.1, "step size")
          .alsoCalled("lr", "step-size");
  private static final Parameter STEPS =
      Parameter.integer("train.steps", "steps", 0, 9, 1, "steps")
          .insteadOf("training is counted in steps here: train.steps", "epochs", "max-epochs");
  private static final Parameter KERNEL =
      Parameter.integer("attention.conv.kernel-query", "kernel", 1, 64, 6, "queries")
          .alsoCalled("kernel");
  private static final ParameterTree TREE = ParameterTree.of(List.of(RATE, STEPS, KERNEL));

  @ParameterizedTest
  @CsvSource({
    "lr, train.learning-rate",
    "train.lr, train.learning-rate",
    "Step_Size, train.learning-rate",
    "kernel, attention.conv.kernel-query",
  })
  void aWordFromElsewhereIsExplained(String given, String ours) {
    String word = given.substring(given.lastIndexOf('.') + 1);
    assertThat(TREE.hint(given, TREE.keys()))
        .isEqualTo("; '%s' is called '%s' here".formatted(word, ours));
  }

  @ParameterizedTest
  @ValueSource(strings = {"warm-up-stable-decay", "warmup_stable_decay", "WSD"})
  void aScheduleByAnotherNameIsExplained(String given) {
    assertThat(Spelling.hint(given, List.of("constant", "cosine", "stable-decay")))
        .isEqualTo("; '%s' is called 'stable-decay' here".formatted(given));
  }

  @ParameterizedTest
  @CsvSource({
    "no, none",
    "False, none",
    "pbt, population",
    "cmaes, cma-es",
    "CmaEsSampler, cma-es",
    "nsga2, nsga-ii",
    "TPESampler, tpe",
    "qmc, sobol",
    "genetic, evolution",
  })
  void aMethodByAnotherNameIsTheMethodThatWorksLikeIt(String given, String ours) {
    List<String> methods =
        List.of(
            "auto",
            "cma-es",
            "evolution",
            "none",
            "nsga-ii",
            "population",
            "random",
            "sobol",
            "tpe");

    assertThat(Spelling.hint(given, methods))
        .isEqualTo("; '%s' is called '%s' here".formatted(given, ours));
  }

  @Test
  void aLocalNameIsProposedWhereLocalNamesStand() {
    assertThat(TREE.hint("kernel", List.of("kernel-query", "kernel-key")))
        .isEqualTo("; 'kernel' is called 'kernel-query' here");
    assertThat(TREE.hint("lr", List.of("kernel-query", "kernel-key"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"epochs", "max_epochs", "train.Epochs"})
  void trainingIsCountedInSteps(String given) {
    assertThat(TREE.hint(given, TREE.keys()))
        .isEqualTo("; training is counted in steps here: train.steps");
    assertThat(Spelling.hint(given, List.of("trials")))
        .isEqualTo("; training is counted in steps here");
  }

  @Test
  void aKeyThatStandsInASectionIsProposedWithItsSection() {
    assertThat(Spelling.hint("method", List.of("sweep", "task", "search")))
        .isEqualTo("; 'method' is called 'search.method' here");
  }

  @Test
  void aProgramIsATask() {
    assertThat(Spelling.hint("program", List.of("sweep", "task", "search")))
        .contains("task: {command: {run: \"python3 train.py ...\"}}", "docs/your-own-training.md");
  }

  @Test
  void aGoalIsTranslatedToAMetricsBetterSide() {
    assertThat(Spelling.hint("minimize", List.of("lower", "higher", "neither")))
        .isEqualTo("; 'minimize' is called 'lower' here");
    assertThat(Spelling.hint("max", List.of("lower", "higher", "neither")))
        .isEqualTo("; 'max' is called 'higher' here");
  }

  @Test
  void whatCannotStandThereIsNotProposed() {
    assertThat(Spelling.hint("lr", List.of("minimize", "maximize"))).isEmpty();
    assertThat(Spelling.hint("min", List.of("minimize", "maximize")))
        .isEqualTo("; 'min' is called 'minimize' here");
    assertThat(Spelling.hint("samples", List.of("trials", "startup")))
        .isEqualTo("; 'samples' is called 'trials' here");
    assertThat(Spelling.hint("min", List.of("uniform", "log-uniform", "range")))
        .contains("{uniform: [lo, hi]}");
  }

  @Test
  void ownWordsAreStillCorrected() {
    assertThat(TREE.hint("train.step", TREE.keys())).isEqualTo("; did you mean 'train.steps'?");
  }

  @ParameterizedTest
  @CsvSource({
    "val_loss, validation_loss",
    "valid_acc, validation_accuracy",
    "val-acc, validation_accuracy",
  })
  void anAbbreviatedMetricIsFound(String given, String meant) {
    List<String> metrics =
        List.of("train_loss", "values", "validation_accuracy", "validation_loss");

    assertThat(Spelling.hint(given, metrics)).isEqualTo("; did you mean '%s'?".formatted(meant));
    assertThat(Spelling.nearest(given, metrics)).contains(meant);
    assertThat(Spelling.nearest(given, metrics, 2)).startsWith(meant);
  }

  @Test
  void allKeysThatEndInTheWordAreNamed() {
    Parameter weights = Parameter.real("attention.weights", "weights", 0, 1, 0, "weights");
    Parameter dropout =
        Parameter.real("train.dropout.weights", "dropped", 0, 1, 0, "dropped weights");
    ParameterTree tree = ParameterTree.of(List.of(weights, dropout, STEPS));

    assertThat(tree.hint("weights", tree.keys()))
        .isEqualTo("; did you mean 'attention.weights' or 'train.dropout.weights'?");
    assertThat(tree.hint("dropout.weights", tree.keys()))
        .isEqualTo("; did you mean 'train.dropout.weights'?");
  }

  @Test
  void aKeyIsFoundByItsLastWordAlone() {
    assertThat(TREE.hint("steps", TREE.keys())).isEqualTo("; did you mean 'train.steps'?");
  }
}
