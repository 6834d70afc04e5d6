package org.attune.api.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.attune.api.catalog.Parameter.Option;
import org.junit.jupiter.api.Test;

class TestChoice {

  private enum Weights {
    FLOATS,
    ONE_BIT
  }

  private static final Option FLOATS = Option.of(Weights.FLOATS, "numbers", "");
  private static final Option SIGNS = Option.of(Weights.ONE_BIT, "signs", "");
  private static final Choice<Weights> CHOICE = of(FLOATS, SIGNS);

  private static Choice<Weights> of(Option... options) {
    return Choice.of(Weights.class, "model.weights", "weights", "made of", List.of(options));
  }

  @Test
  void aWordOfTheFileIsAConstantAndTheFirstOptionTheDefault() {
    assertThat(new Configuration(Map.of("model.weights", "one-bit")).choice(CHOICE))
        .isEqualTo(Weights.ONE_BIT);
    assertThat(new Configuration(Map.of()).choice(CHOICE)).isEqualTo(Weights.FLOATS);
    assertThatThrownBy(() -> new Configuration(Map.of("model.weights", "bits")).choice(CHOICE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("model.weights: 'bits' must be one of floats, one-bit");
  }

  @Test
  void everyConstantHasOneOption() {
    assertThatThrownBy(() -> of(FLOATS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Invalid choice 'model.weights': its options are [floats], and");
    assertThatThrownBy(() -> of(FLOATS, FLOATS))
        .hasMessageStartingWith("Invalid choice 'model.weights'");
    assertThatThrownBy(() -> of(FLOATS, SIGNS, Option.of("two-bit", "", "")))
        .hasMessageStartingWith("Invalid choice 'model.weights'");
  }
}
