package org.attune.model.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.util.Map;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.model.program.Program;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What networks of sets refuse. */
class TestSetNetworkRefusals {

  @ParameterizedTest
  @ValueSource(strings = {"kvq", "set-encoder", "neural-process", "perceptron", "maml-first-order"})
  void sequencesAreRefused(String kind) {
    Configuration settings = new Configuration(Map.of("model.kind", kind));
    assertThatThrownBy(() -> Networks.of(settings, Signature.tokens(8, 20)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Invalid model.kind: %s is for tasks of sets, and this task has none".formatted(kind));
  }

  @Test
  void rawValuesAreNotSplitIntoHeads() {
    Configuration settings =
        new Configuration(
            Map.of("model.kind", "kvq", "model.heads", "2", "model.kind.embedding", "none"));
    assertThatThrownBy(() -> Networks.of(settings, Signature.set(4, 2, 3, 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Invalid model.heads: 2 heads cannot share values");
  }

  @Test
  void asManyClassesAsExamplesPoolNothing() {
    Map<String, String> settings =
        Map.of(
            "model.kind", "kvq",
            "model.kind.head", "lda",
            "model.kind.embedding", "shared",
            "model.heads", "1");
    Signature asked = Signature.set(3, 2, 4, 3).ofClasses();
    assertThatThrownBy(
            () -> Networks.of(new Configuration(settings), asked).describe(new Program(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Invalid model.kind.head: lda cannot pool a covariance from 3 examples of 3 classes;"
                + " there must be more examples than classes");
  }

  /** Each refusal says what to set in place of what. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "model.kind=kvq model.kind.projection=heads model.kind.embedding=shared"
            + "|model.kind.projection heads maps embedded keys, values and queries, and"
            + " model.kind.embedding shared embeds no values: set it to separate",
        "model.kind=kvq model.kind.last=8 model.kind.decoder-layers=1"
            + "|model.kind.last 8 is the width of a hidden layer, and model.kind.decoder-layers 1"
            + " leaves none: set it to 0",
        "model.kind=neural-process model.kind.last=8 model.kind.decoder-layers=1"
            + "|model.kind.last 8 is the width of a hidden layer, and model.kind.decoder-layers 1"
            + " leaves none: set it to 0"
      })
  void whatWouldNotBeReadIsRefused(String settings, String reason) {
    Map<String, String> values = new TreeMap<>(Map.of("model.heads", "1"));
    for (String setting : settings.split(" ")) {
      values.put(setting.split("=")[0], setting.split("=")[1]);
    }
    assertThat(Refusals.of(new Configuration(values), Signature.set(4, 2, 3, 1)))
        .singleElement(STRING)
        .startsWith(reason);
  }

  @Test
  void whereASetHasOneAnswerThereIsNothingToAnswerTogether() {
    Configuration settings =
        new Configuration(Map.of("model.kind", "perceptron", "model.kind.answers", "together"));
    assertThatThrownBy(() -> Networks.of(settings, Signature.whole(5, 2, 1, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Invalid model.kind.answers: together is for tasks that ask about rows with values"
                + " like the answers; set it to each");
  }
}
