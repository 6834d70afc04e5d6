package org.attune.model.contract;

import static org.attune.model.contract.Case.of;
import static org.attune.model.contract.Case.ofOneShape;
import static org.attune.model.contract.Case.ofPairs;
import static org.attune.model.contract.Case.under;
import static org.attune.model.contract.Counted.GAINS;
import static org.attune.model.contract.Counted.GATE;
import static org.attune.model.contract.Counted.PLAIN;

import java.util.stream.Stream;

/** Keys and values that heads share, compress or merge, against the contract. */
class TestMessageParts extends LayerContract {

  @Override
  Stream<Case> cases() {
    return Stream.of(
        ofPairs("keys and values for pairs", PLAIN - 2 * 8 * 4, "attention.messages", "shared"),
        ofOneShape(
            "keys and values of one", PLAIN, under("attention.messages", "shared", "group", "1")),
        ofPairs(
            "keys for pairs",
            PLAIN - 8 * 4,
            "attention.messages",
            "shared",
            "attention.messages.tied",
            "keys"),
        ofPairs(
            "values for pairs",
            PLAIN - 8 * 4,
            "attention.messages",
            "shared",
            "attention.messages.tied",
            "values",
            "attention.key",
            "shift"),
        of(
            "latent",
            8 * 8 + 3 * (8 + 8 + 8) + GAINS,
            "attention.messages",
            "latent",
            "attention.messages.width",
            "3"),
        of(
            "compressed",
            8 * 12 + 8 * 6 + 2 * 6,
            "attention.messages",
            "compressed",
            "attention.messages.width",
            "6"),
        ofPairs(
            "compressed per group",
            8 * 4 + 8 * 2 + 2 * 2,
            "attention.messages",
            "compressed",
            "attention.messages.width",
            "2",
            "attention.messages.scope",
            "group"),
        of(
            "compressed per head, gated",
            8 * 12 + 8 * 12 + 2 * 6 + 6 * 6 + 6,
            "attention.messages",
            "compressed",
            "attention.messages.width",
            "6",
            "attention.messages.scope",
            "head",
            "attention.gate",
            "from-query"),
        of(
            "merged",
            2 * 8 * 8 + 8 * 8 + GATE,
            "attention.messages",
            "merged",
            "model.qk-norm",
            "false",
            "model.positions",
            "none",
            "attention.gate",
            "learned"));
  }
}
