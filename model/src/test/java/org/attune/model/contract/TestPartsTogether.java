package org.attune.model.contract;

import static org.attune.model.contract.Case.ofPairs;
import static org.attune.model.contract.Counted.GATE;
import static org.attune.model.contract.Counted.PLAIN;

import java.util.stream.Stream;

/** Parts beside many others, and parts that other layers have, against the contract. */
class TestPartsTogether extends LayerContract {

  @Override
  Stream<Case> cases() {
    return Stream.of(
        ofPairs(
            "parts that other layers have",
            PLAIN,
            "model.layers",
            "4",
            "attention.query",
            "shift",
            "attention.query.layers",
            "last",
            "attention.messages",
            "shared",
            "attention.messages.layers",
            "0+2+3",
            "attention.values",
            "sigmoid",
            "attention.values.layers",
            "first",
            "attention.weights",
            "ridge",
            "attention.weights.layers",
            "every 2",
            "attention.head-norm",
            "rms",
            "attention.head-norm.layers",
            "3",
            "attention.gate",
            "learned",
            "attention.gate.layers",
            "last"),
        ofPairs(
            "gate over split-Q over convolutions and mixing",
            PLAIN + 2 * (2 * 2 * 3 + 2 * 2) + 4 + 4 + 1 + GATE,
            "attention.query",
            "split",
            "attention.score-conv",
            "convolution",
            "attention.score-conv.kernel-query",
            "2",
            "attention.score-conv.kernel-key",
            "3",
            "attention.score-mixing",
            "mixed",
            "attention.weights",
            "sigmoid",
            "attention.weight-conv",
            "convolution",
            "attention.weight-conv.kernel-query",
            "2",
            "attention.weight-conv.kernel-key",
            "3",
            "attention.weight-mixing",
            "mixed",
            "attention.head-norm",
            "scalar-gated",
            "attention.gate",
            "learned"),
        ofPairs(
            "differential over mixed scores of shared, shifted keys",
            PLAIN - 2 * 8 * 4 + 2 * 2 + 4 * 4 + 1,
            "attention.messages",
            "shared",
            "attention.key",
            "shift",
            "attention.score-mixing",
            "mixed",
            "attention.weights",
            "differential",
            "attention.weight-mixing",
            "mixed"));
  }
}
