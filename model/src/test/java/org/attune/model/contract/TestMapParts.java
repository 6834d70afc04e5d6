package org.attune.model.contract;

import static org.attune.model.contract.Case.of;
import static org.attune.model.contract.Case.ofOneShape;
import static org.attune.model.contract.Case.ofPairs;
import static org.attune.model.contract.Case.under;
import static org.attune.model.contract.Counted.PLAIN;

import java.util.stream.Stream;

/** Convolutions and mixtures of scores and of weights, against the contract. */
class TestMapParts extends LayerContract {

  @Override
  Stream<Case> cases() {
    return Stream.of(
        of(
            "convolution of scores",
            PLAIN + 2 * 3 * 5,
            convolution("score-conv", "3", "5", "identity")),
        of(
            "convolution of weights",
            PLAIN + 2 * 2 * 3,
            convolution("weight-conv", "2", "3", "constant")),
        of(
            "Talking Heads",
            PLAIN + 2 * 2 * 2,
            "attention.score-mixing",
            "mixed",
            "attention.weight-mixing",
            "mixed"),
        ofOneShape("zero convolution", PLAIN + 30, convolution("score-conv", "3", "5", "zero")),
        ofOneShape(
            "constant convolution", PLAIN + 30, convolution("score-conv", "3", "5", "constant")),
        ofOneShape(
            "Gaussian convolution", PLAIN + 30, convolution("score-conv", "3", "5", "normal")),
        ofOneShape(
            "zero weights' convolution", PLAIN + 12, convolution("weight-conv", "2", "3", "zero")),
        ofOneShape(
            "Gaussian, of weights", PLAIN + 12, convolution("weight-conv", "2", "3", "normal")),
        placed("score-conv", "convolution", PLAIN + 2 * 6 * 11),
        placed("weight-conv", "convolution", PLAIN + 2 * 6 * 11),
        placed("score-mixing", "mixed", PLAIN + 2 * 2),
        placed("weight-mixing", "mixed", PLAIN + 2 * 2),
        ofPairs(
            "scores mixed in pairs",
            PLAIN + 2 * 2,
            under("attention.score-mixing", "mixed", "group", "2")),
        ofPairs(
            "mixing in pairs",
            PLAIN + 2 * 2,
            "attention.weight-mixing",
            "mixed",
            "attention.weight-mixing.group",
            "2"));
  }

  /** A map in every third layer from the second, which is the one examined. */
  private static Case placed(String stage, String option, int parameters) {
    String[] settings = under("attention." + stage, option, "layers", "every 3 from 1");
    return ofOneShape(stage + " of some layers", parameters, settings);
  }

  private static String[] convolution(String stage, String queries, String keys, String init) {
    String[] sizes = {"kernel-query", queries, "kernel-key", keys, "init", init};
    return under("attention." + stage, "convolution", sizes);
  }
}
