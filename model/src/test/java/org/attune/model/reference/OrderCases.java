package org.attune.model.reference;

import static org.attune.model.reference.ReferenceGates.hadamard;
import static org.attune.model.reference.ReferenceLayer.each;
import static org.attune.model.reference.ReferenceLayer.joined;
import static org.attune.model.reference.ReferenceLayer.read;
import static org.attune.model.reference.SmallLayer.HEADS;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Parts that stand one after the other in a layer, each pair of them, in plain Java: which comes
 * first shows in what the layer gives (science 2.1 and 6).
 */
final class OrderCases {

  /** Parts, each after those above it. */
  private enum Step {
    BIAS("model.positions", "alibi"),
    SCORE_CONVOLUTION(
        "attention.score-conv",
        "convolution",
        "attention.score-conv.kernel-query",
        "2",
        "attention.score-conv.kernel-key",
        "3"),
    SCORE_MIXING("attention.score-mixing", "mixed"),
    WEIGHT_CONVOLUTION(
        "attention.weight-conv",
        "convolution",
        "attention.weight-conv.kernel-query",
        "2",
        "attention.weight-conv.kernel-key",
        "3"),
    WEIGHT_MIXING("attention.weight-mixing", "mixed"),
    HEAD_NORM("attention.head-norm", "rms", "attention.head-norm.epsilon", "0.2"),
    OUTPUT_GATE("attention.gate", "learned");

    final List<String> settings;

    Step(String... settings) {
      this.settings = List.of(settings);
    }
  }

  private OrderCases() {}

  /** Every pair, and all together. */
  static Stream<LayerCase> cases() {
    List<LayerCase> all = new ArrayList<>();
    for (Step first : Step.values()) {
      for (Step second : Step.values()) {
        if (first.compareTo(second) < 0) {
          all.add(of(EnumSet.of(first, second)));
        }
      }
    }
    all.add(of(EnumSet.allOf(Step.class)));
    return all.stream();
  }

  private static LayerCase of(Set<Step> steps) {
    String[] settings =
        steps.stream().flatMap(step -> step.settings.stream()).toArray(String[]::new);
    return new LayerCase("in order: " + steps, l -> given(l, steps), settings);
  }

  private static double[][] given(ReferenceLayer l, Set<Step> steps) {
    double[][][] s = l.scores();
    if (steps.contains(Step.BIAS)) {
      s =
          each(
              l.unturned("query", "query-gain"),
              l.unturned("key", "key-gain"),
              ReferenceScores::dot);
      for (int h = 0; h < HEADS; h++) {
        s[h] = ReferencePositions.linearBias(s[h], ReferencePositions.slope(h, HEADS));
      }
    }
    if (steps.contains(Step.SCORE_CONVOLUTION)) {
      s = MapCases.convolved(s, l.matrix("scores/kernel"), 2, 3);
    }
    if (steps.contains(Step.SCORE_MIXING)) {
      s = ReferenceMultiToken.mixed(s, new double[][][] {l.matrix("scores/mixing")});
    }
    double[][][] a = each(s, ReferenceScores::softmax);
    if (steps.contains(Step.WEIGHT_CONVOLUTION)) {
      a =
          each(
              MapCases.convolved(a, l.matrix("weights/kernel"), 2, 3),
              ReferenceMultiToken::zeroFuture);
    }
    if (steps.contains(Step.WEIGHT_MIXING)) {
      a = ReferenceMultiToken.mixed(a, new double[][][] {l.matrix("weights/mixing")});
    }
    double[][] y = read(a, l.value());
    if (steps.contains(Step.HEAD_NORM)) {
      y =
          joined(
              each(
                  ReferenceSources.heads(y, HEADS),
                  h -> ReferenceNorms.rms(h, l.vector("head-gain"), 0.2)));
    }
    return steps.contains(Step.OUTPUT_GATE)
        ? hadamard(ReferenceGates.sigmoid(GateCases.intent(l)), y)
        : y;
  }
}
