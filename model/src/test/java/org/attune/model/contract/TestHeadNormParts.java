package org.attune.model.contract;

import static org.attune.model.contract.Case.of;
import static org.attune.model.contract.Case.ofOneShape;
import static org.attune.model.contract.Case.under;
import static org.attune.model.contract.Counted.PLAIN;

import java.util.stream.Stream;

/** Norms of what each head reads, against the contract. */
class TestHeadNormParts extends LayerContract {

  @Override
  Stream<Case> cases() {
    Stream<Case> wide =
        Stream.of(
            ofOneShape(
                "head norm of a large epsilon",
                PLAIN + 4,
                under("attention.head-norm", "rms", "epsilon", "0.1")),
            ofOneShape("norms of a large epsilon", PLAIN, "model.norm-epsilon", "0.1"));
    return Stream.concat(wide, plainNorms());
  }

  private static Stream<Case> plainNorms() {
    return Stream.of("rms", "depth-scaled", "scalar-gated", "layer-scaled")
        .map(
            norm ->
                of(
                    "head norm " + norm,
                    PLAIN + 4 + (norm.equals("scalar-gated") ? 4 + 1 : 0),
                    "attention.head-norm",
                    norm));
  }
}
