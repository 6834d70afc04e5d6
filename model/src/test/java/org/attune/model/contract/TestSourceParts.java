package org.attune.model.contract;

import static org.attune.model.contract.Case.of;
import static org.attune.model.contract.Case.ofOneShape;
import static org.attune.model.contract.Case.ofPairs;
import static org.attune.model.contract.Case.under;
import static org.attune.model.contract.Counted.GAINS;
import static org.attune.model.contract.Counted.PLAIN;

import java.util.stream.Stream;

/** Queries, keys and values other than plain ones, and positions, against the contract. */
class TestSourceParts extends LayerContract {

  @Override
  Stream<Case> cases() {
    return Stream.of(
        of("plain", PLAIN),
        of("values through a sigmoid", PLAIN, "attention.values", "sigmoid"),
        of("Q-shift", PLAIN, "attention.query", "shift"),
        of(
            "Q-shift of the first layer",
            PLAIN,
            "attention.query",
            "shift",
            "attention.query.layers",
            "first"),
        of("K-shift by 2", PLAIN, "attention.key", "shift", "attention.key.offset", "2"),
        of("K-shift of the sum", PLAIN, under("attention.key", "sum", "offset", "2")),
        ofPairs("split-Q", PLAIN, "attention.query", "split"),
        of("split-Q of none", PLAIN, under("attention.query", "split", "fraction", "0"))
            .at(Shape.STATED),
        ofOneShape(
            "K-shift of the first layer",
            PLAIN,
            under("attention.key", "shift", "layers", "first")),
        ofPairs("split-K of all", PLAIN, "attention.key", "split", "attention.key.fraction", "1"),
        of(
            "no positions, no norm",
            PLAIN - GAINS,
            "model.positions",
            "none",
            "model.qk-norm",
            "false"),
        ofOneShape("fast RoPE", PLAIN, under("model.positions", "rope", "base", "50")),
        of("ALiBi", PLAIN, "model.positions", "alibi"));
  }
}
