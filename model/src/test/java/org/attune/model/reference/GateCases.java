package org.attune.model.reference;

import static org.attune.model.reference.ReferenceAlgebra.beside;
import static org.attune.model.reference.ReferenceAlgebra.map;
import static org.attune.model.reference.ReferenceAlgebra.plus;
import static org.attune.model.reference.ReferenceAlgebra.times;
import static org.attune.model.reference.ReferenceGates.hadamard;
import static org.attune.model.reference.ReferenceLayer.each;
import static org.attune.model.reference.ReferenceLayer.joined;
import static org.attune.model.reference.ReferenceLayer.read;
import static org.attune.model.reference.SmallLayer.HEADS;

import java.util.function.Function;
import java.util.stream.Stream;

/** Gates, of what heads read and of their queries, keys and values, in plain Java. */
final class GateCases {

  private GateCases() {}

  /** All of them. */
  static Stream<LayerCase> cases() {
    return Stream.concat(
        Stream.of(
            gate("neon016", l -> ReferenceGates.sigmoid(intent(l)), "learned"),
            gate("neon015", GateCases::intent, "learned", "function", "identity"),
            gate("neon053", l -> ReferenceGates.silu(intent(l)), "learned", "function", "silu"),
            gate(
                "half-sigmoid",
                l -> map(intent(l), ReferenceGates::nonSparse),
                "learned",
                "function",
                "half-sigmoid"),
            new LayerCase(
                "neon020, a source gate",
                l ->
                    read(
                        each(l.scores(), ReferenceScores::softmax),
                        ReferenceSources.heads(
                            hadamard(ReferenceGates.sigmoid(intent(l)), joined(l.value())), HEADS)),
                "attention.gate",
                "learned",
                "attention.gate.position",
                "value"),
            new LayerCase(
                "gate on values that pairs of heads share",
                l -> gatedShared(l, false),
                "attention.gate",
                "learned",
                "attention.gate.position",
                "value",
                "attention.messages",
                "shared"),
            new LayerCase(
                "gate on keys that pairs of heads share",
                l -> gatedShared(l, true),
                "attention.gate",
                "learned",
                "attention.gate.position",
                "key",
                "attention.messages",
                "shared"),
            new LayerCase(
                "gate on keys",
                l ->
                    l.byKey(
                        hadamard(ReferenceGates.sigmoid(intent(l)), joined(l.projected("key")))),
                "attention.gate",
                "learned",
                "attention.gate.position",
                "key"),
            new LayerCase(
                "gate on queries",
                l ->
                    l.byQuery(
                        hadamard(ReferenceGates.sigmoid(intent(l)), joined(l.projected("query")))),
                "attention.gate",
                "learned",
                "attention.gate.position",
                "query"),
            new LayerCase(
                "headwise",
                l -> ReferenceGates.headwise(l.plain(), ReferenceGates.sigmoid(intent(l))),
                "attention.gate",
                "learned",
                "attention.gate.grain",
                "headwise"),
            gate(
                "shared by heads",
                l -> {
                  double[][] mean =
                      ReferenceGates.meanOverHeads(ReferenceGates.sigmoid(intent(l)), HEADS);
                  return beside(mean, mean, mean, mean);
                },
                "learned",
                "heads",
                "shared"),
            new LayerCase(
                "added SiLU",
                l -> plus(l.plain(), ReferenceGates.silu(intent(l))),
                "attention.gate",
                "learned",
                "attention.gate.form",
                "add",
                "attention.gate.function",
                "silu")),
        mappedAndComputed());
  }

  private static Stream<LayerCase> mappedAndComputed() {
    return Stream.of(
        gate("neon010", l -> mapped(l, l.query(), "gate-from-query"), "from-query"),
        gate("neon046", l -> mapped(l, sum(l), "gate-map"), "mapped", "source", "q+k+v"),
        gate(
            "neon046 of q + v, without a sigmoid",
            l ->
                joined(
                    each(
                        each(l.query(), l.value(), ReferenceAlgebra::plus),
                        h -> biased(times(h, l.matrix("gate-map")), l.vector("gate-bias")))),
            "mapped",
            "source",
            "q+v",
            "squash",
            "identity"),
        gate(
            "neon052",
            l -> {
              double[][][] q = l.projected("query");
              double[][][] k = l.projected("key");
              double[][][] v = l.value();
              double[][][] g = new double[HEADS][][];
              for (int h = 0; h < HEADS; h++) {
                g[h] =
                    ReferenceGates.threeMatrices(
                        q[h],
                        k[h],
                        v[h],
                        l.matrix("gate-from-query"),
                        l.matrix("gate-from-key"),
                        l.matrix("gate-from-value"),
                        l.vector("gate-bias"));
              }
              return joined(g);
            },
            "three-maps"),
        gate(
            "four scalars",
            l ->
                ReferenceGates.fourScalars(
                    joined(l.query()),
                    joined(l.key()),
                    joined(l.value()),
                    new double[] {
                      l.number("gate-query"),
                      l.number("gate-key"),
                      l.number("gate-value"),
                      l.number("gate-bias")
                    }),
            "scalars"),
        new LayerCase(
            "input-independent",
            l -> ReferenceGates.inputIndependent(l.plain(), l.vector("gate-bias")),
            "attention.gate",
            "input-independent"),
        gate("self", l -> ReferenceGates.sigmoid(l.plain()), "self"),
        gate(
            "sigmoid of q v",
            l ->
                ReferenceGates.sigmoid(
                    joined(each(l.query(), l.value(), ReferenceGates::hadamard))),
            "computed"),
        gate(
            "layer norm of q + v",
            l -> joined(each(l.query(), l.value(), (q, v) -> ReferenceGates.layerNorm(plus(q, v)))),
            "computed",
            "formula",
            "ln(q+v)"),
        gate(
            "RMS norm of q + k + v",
            l -> joined(each(sum(l), h -> ReferenceNorms.rms(h, new double[] {1, 1, 1, 1}, 1e-6))),
            "computed",
            "formula",
            "rms(q+k+v)"),
        gate(
            "q + sigmoid of k v",
            l ->
                plus(
                    joined(l.query()),
                    ReferenceGates.sigmoid(hadamard(joined(l.key()), joined(l.value())))),
            "computed",
            "formula",
            "q+sigmoid(k*v)"),
        gate(
            "sigmoid of q times tanh of v",
            l ->
                hadamard(
                    ReferenceGates.sigmoid(joined(l.query())), map(joined(l.value()), Math::tanh)),
            "computed",
            "formula",
            "sigmoid(q)*tanh(v)"));
  }

  /** Keys or values of a pair of heads, gated before they are given to both. */
  private static double[][] gatedShared(ReferenceLayer l, boolean keys) {
    double[][] open = ReferenceGates.sigmoid(intent(l)); // (T, d / 2)
    double[][] k = times(l.x(), l.matrix("key"));
    double[][] v = times(l.x(), l.matrix("value"));
    double[][][] narrowKey = ReferenceSources.heads(keys ? hadamard(open, k) : k, HEADS / 2);
    double[][][] narrowValue = ReferenceSources.heads(keys ? v : hadamard(open, v), HEADS / 2);
    double[][][] s =
        each(
            l.query(),
            l.placed(ReferenceSources.shared(narrowKey, HEADS), "key-gain"),
            ReferenceScores::dot);
    return read(each(s, ReferenceScores::softmax), ReferenceSources.shared(narrowValue, HEADS));
  }

  /** {@code x W_I}. */
  static double[][] intent(ReferenceLayer l) {
    return times(l.x(), l.matrix("gate"));
  }

  private static double[][][] sum(ReferenceLayer l) {
    return each(
        each(l.query(), l.key(), ReferenceAlgebra::plus), l.value(), ReferenceAlgebra::plus);
  }

  private static double[][] biased(double[][] x, double[] b) {
    double[][] y = new double[x.length][b.length];
    for (int t = 0; t < x.length; t++) {
      for (int i = 0; i < b.length; i++) {
        y[t][i] = x[t][i] + b[i];
      }
    }
    return y;
  }

  private static double[][] mapped(ReferenceLayer l, double[][][] source, String name) {
    return joined(
        each(source, h -> ReferenceGates.shared(h, l.matrix(name), l.vector("gate-bias"))));
  }

  /** A gate that multiplies what heads read. */
  private static LayerCase gate(
      String name, Function<ReferenceLayer, double[][]> open, String option, String... settings) {
    String[] all = new String[settings.length + 2];
    all[0] = "attention.gate";
    all[1] = option;
    for (int i = 0; i < settings.length; i += 2) {
      all[i + 2] = "attention.gate." + settings[i];
      all[i + 3] = settings[i + 1];
    }
    return new LayerCase(name, l -> hadamard(open.apply(l), l.plain()), all);
  }
}
