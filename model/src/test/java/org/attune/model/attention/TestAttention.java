package org.attune.model.attention;

import java.util.Map;
import java.util.stream.Stream;

class TestAttention extends PartContract {

  private static final long QKV = 3 * 8 * 8;
  private static final long GAINS = 2 * 4;

  @Override
  protected Stream<Variant> variants() {
    return Stream.of(
        new Variant("plain", Map.of(), QKV + GAINS),
        new Variant(
            "without norm or positions",
            Map.of("model.qk-norm", "false", "model.positions", "none"),
            QKV),
        new Variant("learned gate", Map.of("attention.gate", "learned"), QKV + GAINS + 8 * 8),
        new Variant(
            "gate from query", Map.of("attention.gate", "from-query"), QKV + GAINS + 4 * 4 + 4),
        new Variant("computed gate", Map.of("attention.gate", "computed"), QKV + GAINS));
  }
}
