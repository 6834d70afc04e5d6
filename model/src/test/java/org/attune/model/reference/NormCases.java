package org.attune.model.reference;

import static org.attune.model.reference.ReferenceLayer.each;
import static org.attune.model.reference.ReferenceLayer.joined;
import static org.attune.model.reference.SmallLayer.HEADS;
import static org.attune.model.reference.SmallLayer.LAYER;

import java.util.stream.Stream;

/** Norms of what each head reads, in plain Java. */
final class NormCases {

  private NormCases() {}

  /** All of them. */
  static Stream<LayerCase> cases() {
    return Stream.of(
        norm("rms", (l, o) -> o, 0.2),
        norm("rms", (l, o) -> o),
        norm("depth-scaled", (l, o) -> ReferenceNorms.depthScaled(o, LAYER), 0.2),
        norm("layer-scaled", (l, o) -> ReferenceNorms.layerScaled(o, LAYER), 0.2),
        norm("scalar-gated", NormCases::scalarGated, 0.2),
        norm("depth-scaled", (l, o) -> ReferenceNorms.depthScaled(o, LAYER)),
        norm("layer-scaled", (l, o) -> ReferenceNorms.layerScaled(o, LAYER)),
        norm("scalar-gated", NormCases::scalarGated));
  }

  private static double[][] scalarGated(ReferenceLayer l, double[][] o) {
    return ReferenceNorms.scalarGated(
        o, ReferenceAlgebra.transpose(l.matrix("head-gate"))[0], l.number("head-gate-bias"));
  }

  private interface AfterNorm {
    double[][] apply(ReferenceLayer layer, double[][] head);
  }

  private static LayerCase norm(String option, AfterNorm after) {
    return norm(option, after, 1e-5);
  }

  private static LayerCase norm(String option, AfterNorm after, double epsilon) {
    return new LayerCase(
        "head norm %s, epsilon %s".formatted(option, epsilon),
        l ->
            joined(
                each(
                    ReferenceSources.heads(l.plain(), HEADS),
                    h -> after.apply(l, ReferenceNorms.rms(h, l.vector("head-gain"), epsilon)))),
        "attention.head-norm",
        option,
        "attention.head-norm.epsilon",
        Double.toString(epsilon));
  }
}
