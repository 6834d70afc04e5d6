package org.attune.model.network;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.attune.api.catalog.Configuration;
import org.attune.model.program.Program;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
}
