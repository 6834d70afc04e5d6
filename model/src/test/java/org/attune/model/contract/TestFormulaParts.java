package org.attune.model.contract;

import static org.attune.model.contract.Case.of;
import static org.attune.model.contract.Case.ofOneShape;
import static org.attune.model.contract.Case.under;
import static org.attune.model.contract.Counted.PLAIN;

import java.util.stream.Stream;

/** Formulas as parts against the contract. */
class TestFormulaParts extends LayerContract {

  @Override
  Stream<Case> cases() {
    return Stream.of(
        of(
            "formula of a gate",
            PLAIN + 8 * 2 + 2,
            under(
                "attention.gate",
                "formula",
                "formula",
                "y * sigmoid(linear(x, heads) / 2) + learned(0.1, per: head) * past_mean(v)")),
        of("formula of a cap", PLAIN, under("attention.scores", "formula")),
        of(
            "formula of a bias",
            PLAIN + 2,
            under(
                "attention.scores",
                "formula",
                "formula",
                "where(i - j < 4, s, -inf) - learned(0.1, per: head) * (i - j)")),
        ofOneShape(
            "formula of scores in other layers",
            PLAIN,
            under("attention.scores", "formula", "layers", "last")),
        of(
            "formula of weights",
            PLAIN,
            under("attention.weights", "formula", "formula", "sigmoid(s - log(i + 1))")),
        ofOneShape("formula of plain weights", PLAIN, under("attention.weights", "formula")),
        ofOneShape("formula of a query", PLAIN + 8 * 8, under("attention.query", "formula")),
        ofOneShape(
            "formula of another query",
            PLAIN,
            under("attention.query", "formula", "formula", "linear(shift(x, 1))")),
        ofOneShape("formula of a key", PLAIN + 8 * 8, under("attention.key", "formula")),
        ofOneShape(
            "formula of another key",
            PLAIN + 8,
            under("attention.key", "formula", "formula", "linear(x) * learned(1, per: channel)")),
        ofOneShape(
            "formula of values",
            PLAIN + 1,
            under("attention.values", "formula", "formula", "v + learned(0.5) * v0")));
  }
}
