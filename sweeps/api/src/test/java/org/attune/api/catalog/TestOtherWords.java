package org.attune.api.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TestOtherWords {

  private static final List<String> KEYS =
      List.of(
          "train.learning-rate",
          "train.batch",
          "train.steps",
          "model.width",
          "model.heads",
          "model.layers");

  @ParameterizedTest
  @CsvSource({
    "lr, train.learning-rate",
    "train.lr, train.learning-rate",
    "d_model, model.width",
    "hidden_size, model.width",
    "n_heads, model.heads",
    "model.num_layers, model.layers",
    "batch_size, train.batch",
  })
  void aWordFromElsewhereIsExplained(String given, String ours) {
    String word = given.substring(given.lastIndexOf('.') + 1);
    assertThat(Spelling.hint(given, KEYS))
        .isEqualTo("; '%s' is called '%s' here".formatted(word, ours));
  }

  @ParameterizedTest
  @ValueSource(strings = {"epochs", "max_epochs", "train.num_epochs"})
  void trainingIsCountedInSteps(String given) {
    assertThat(Spelling.hint(given, KEYS)).contains("counted in steps here: train.steps");
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
    assertThat(Spelling.hint("kernel_size", KEYS)).contains("kernel-query: 6, kernel-key: 11");
  }

  @Test
  void ownWordsAreStillCorrected() {
    assertThat(Spelling.hint("train.step", KEYS)).isEqualTo("; did you mean 'train.steps'?");
  }
}
