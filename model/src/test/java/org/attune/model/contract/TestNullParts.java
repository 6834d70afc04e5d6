package org.attune.model.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.function.UnaryOperator;
import org.attune.model.attention.HeadNorm;
import org.attune.model.attention.OutputGate;
import org.attune.model.attention.pipeline.Attention;
import org.attune.model.engine.Backends;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.buffer.DataType;

/** A part that returns null is named, before its null gets into a program. */
class TestNullParts {

  @Test
  void aGateThatReturnsNullIsNamed() {
    OutputGate gate = (y, signals, place) -> null;

    refused(a -> with(a, a.headNorm(), gate), "gate");
  }

  @Test
  void aNormThatReturnsNullIsNamed() {
    HeadNorm norm = (y, place) -> null;

    refused(a -> with(a, norm, a.gate()), "norm");
  }

  private static void refused(UnaryOperator<Attention> change, String method) {
    Map<String, String> settings = Map.of("model.width", "8", "model.heads", "2");

    assertThatThrownBy(
            () ->
                new AttentionTrial(
                    settings,
                    new int[] {1, 4, 0},
                    Backends.reference(),
                    DataType.DOUBLE,
                    false,
                    change))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(TestNullParts.class.getName(), ": " + method + "() returned null");
  }

  private static Attention with(Attention a, HeadNorm norm, OutputGate gate) {
    return new Attention(
        a.query(),
        a.key(),
        a.messages(),
        a.values(),
        a.normalised(),
        a.epsilon(),
        a.positions(),
        a.reading(),
        norm,
        gate);
  }
}
