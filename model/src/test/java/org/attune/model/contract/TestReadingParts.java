package org.attune.model.contract;

import static org.attune.model.contract.Case.of;
import static org.attune.model.contract.Counted.PLAIN;

import java.util.stream.Stream;

/** Readings through a state, against the contract. */
class TestReadingParts extends LayerContract {

  private static final int STEPS = 8 * 2 + 2 + 2; // a map, biases and rates of two heads

  @Override
  int[] lengths(Case c) {
    return AROUND_CHUNKS;
  }

  @Override
  Stream<Case> cases() {
    return Stream.of(
            of("retention", PLAIN, "attention.reading", "retention"),
            of(
                "gated linear",
                PLAIN + 8 * 2 + 2 * 8 + 8,
                "attention.reading",
                "gated-linear",
                "attention.reading.rank",
                "2"),
            of(
                "retention in the last layer only",
                PLAIN,
                "attention.reading",
                "retention",
                "attention.reading.layers",
                "last"),
            of("state space", PLAIN + STEPS + 8, "attention.reading", "ssd"),
            of("delta rule", PLAIN + 8 * 2, "attention.reading", "delta"),
            of(
                "delta rule with negative eigenvalues",
                PLAIN + 8 * 2,
                "attention.reading",
                "delta",
                "attention.reading.negative-eigenvalues",
                "true"),
            of("gated delta rule", PLAIN + 8 * 2 + STEPS, "attention.reading", "gated-delta"),
            of(
                "delta rule, gated and normed",
                PLAIN + 8 * 2 + 8 * 8 + 4,
                "attention.reading",
                "delta",
                "attention.gate",
                "learned",
                "attention.head-norm",
                "rms"))
        .map(Case::longToo);
  }
}
