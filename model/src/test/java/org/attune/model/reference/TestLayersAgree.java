package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.model.reference.ReferenceAlgebra.beside;
import static org.attune.model.reference.ReferenceAlgebra.distance;
import static org.attune.model.reference.ReferenceAlgebra.map;
import static org.attune.model.reference.ReferenceAlgebra.plus;
import static org.attune.model.reference.ReferenceAlgebra.rows;
import static org.attune.model.reference.ReferenceAlgebra.times;
import static org.attune.model.reference.ReferenceGates.hadamard;
import static org.attune.model.reference.ReferenceLayer.each;
import static org.attune.model.reference.ReferenceLayer.joined;
import static org.attune.model.reference.ReferenceLayer.read;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.attune.model.attention.pipeline.Parts;
import org.attune.model.catalog.Parameter;
import org.attune.model.catalog.Parameter.Option;
import org.attune.model.contract.AttentionTrial;
import org.attune.model.engine.Backends;
import org.attune.model.program.Pass;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/** Whole attention layers in float64 against their formulas in plain Java. */
class TestLayersAgree {

  static final int BATCH = 2;
  static final int LENGTH = 7;
  static final int HEADS = 4;
  private static final int WIDTH = 16;
  static final int LAYER = 1;

  /** Options whose formula is no attention layer's. */
  private static final Set<String> ELSEWHERE =
      Set.of("model.positions: learned"); // added to the embedding: TestTokenPrimitives

  /** Settings that change nothing that a layer gives. */
  private static final Set<String> OF_THE_LOSS =
      Set.of("attention.weights.penalty"); // TestDecoderKinds

  @TestFactory
  Stream<DynamicTest> layersGiveWhatTheirFormulasSay() {
    return Stream.concat(ofThisLayer(), byLayer())
        .map(c -> DynamicTest.dynamicTest(c.name(), () -> requireAgreement(c)));
  }

  /** A wrong formula passes every gradient check: only plain Java tells it from the right one. */
  @Test
  void everyOptionOfAttentionAgreesWithPlainJavaSomewhere() {
    List<LayerCase> cases =
        Stream.concat(ofThisLayer(), Stream.of(TestPointerTemperature.CASE))
            .filter(c -> Stream.of(c.settings()).noneMatch(key -> key.endsWith(".layers")))
            .toList();
    Set<String> missing = new TreeSet<>();
    for (Parameter axis : Parts.axes()) {
      for (Option option : axis.options()) {
        boolean standard = option.name().equals(axis.standard());
        List<LayerCase> chosen =
            cases.stream()
                .filter(
                    c ->
                        standard
                            ? !c.setsOtherwise(axis.key(), option.name())
                            : c.sets(axis.key(), option.name()))
                .toList();
        if (chosen.isEmpty() && !ELSEWHERE.contains(axis.key() + ": " + option.name())) {
          missing.add(axis.key() + ": " + option.name());
        }
        for (Parameter setting : option.parameters()) {
          if (!setting.key().endsWith(".layers")
              && !OF_THE_LOSS.contains(setting.key())
              && chosen.stream()
                  .noneMatch(c -> c.setsOtherwise(setting.key(), setting.standard()))) {
            missing.add(
                "%s of %s, to other than %s"
                    .formatted(setting.key(), option.name(), setting.standard()));
          }
        }
      }
    }

    assertThat(missing).as("add a case here with the formula in plain Java for each").isEmpty();
  }

  private static Stream<LayerCase> ofThisLayer() {
    return Stream.of(
            sources(),
            messages(),
            maps(),
            WeightCases.cases(),
            RidgeCases.cases(),
            norms(),
            gates())
        .flatMap(cases -> cases);
  }

  /** The layer of a case, prepared. */
  static AttentionTrial trial(LayerCase c) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("model.width", Integer.toString(WIDTH));
    settings.put("model.heads", Integer.toString(HEADS));
    for (int i = 0; i < c.settings().length; i += 2) {
      settings.put(c.settings()[i], c.settings()[i + 1]);
    }
    AttentionTrial trial =
        new AttentionTrial(
            settings,
            new int[] {BATCH, LENGTH, LAYER},
            c.mask(),
            Backends.reference(),
            DataType.DOUBLE,
            c.evaluated());
    c.prepare().accept(trial);
    return trial;
  }

  private static void requireAgreement(LayerCase c) {
    try (AttentionTrial trial = trial(c)) {
      INDArray y = trial.forward(Pass.evaluation());
      double[][] actual = AttentionTrial.columns(y, 0, y.columns());
      for (int b = 0; b < BATCH; b++) {
        double[][] expected = c.formula().apply(layer(trial, b, trial::parameter));
        assertThat(distance(rows(actual, b * LENGTH, (b + 1) * LENGTH), expected))
            .isLessThan(1e-10);
      }
    }
  }

  /** The words for one of the sequences, with a trial's parameters or others. */
  static ReferenceLayer layer(
      AttentionTrial trial, int sequence, Function<String, double[][]> parameters) {
    double[][] x = trial.parameter(AttentionTrial.INPUT);
    return new ReferenceLayer(
        rows(x, sequence * LENGTH, (sequence + 1) * LENGTH), HEADS, parameters);
  }

  /** Parts that other layers have, and this one has not. */
  private static Stream<LayerCase> byLayer() {
    return Stream.of(
            "query=split",
            "key=sum",
            "messages=latent",
            "values=sigmoid",
            "score-conv=convolution",
            "score-mixing=mixed",
            "weights=ridge",
            "weight-conv=convolution",
            "weight-mixing=mixed",
            "head-norm=rms",
            "gate=learned")
        .map(chosen -> ("attention." + chosen).split("="))
        .flatMap(
            c ->
                Stream.of("first", "last", "0+2+3", "every 2")
                    .map(
                        layers ->
                            new LayerCase(
                                c[0] + " " + c[1] + " of layers " + layers + ", not in this",
                                ReferenceLayer::plain,
                                c[0],
                                c[1],
                                c[0] + ".layers",
                                layers)));
  }

  private static Stream<LayerCase> sources() {
    return Stream.of(
        new LayerCase("plain", ReferenceLayer::plain),
        new LayerCase(
            "values through a sigmoid",
            l ->
                read(
                    each(l.scores(), ReferenceScores::softmax),
                    each(l.value(), ReferenceGates::sigmoid)),
            "attention.values",
            "sigmoid"),
        new LayerCase(
            "Q-shift",
            l -> from(l, ReferenceSources.shiftedQuery(l.x(), l.matrix("query")), null),
            "attention.query",
            "shift"),
        new LayerCase(
            "K-shift by 2",
            l -> from(l, null, ReferenceSources.shiftedKey(l.x(), l.matrix("key"), 2)),
            "attention.key",
            "shift",
            "attention.key.offset",
            "2"),
        new LayerCase(
            "K-shift of the sum, by 2",
            l -> from(l, null, ReferenceSources.summedKey(l.x(), l.matrix("key"), 2)),
            "attention.key",
            "sum",
            "attention.key.offset",
            "2"),
        new LayerCase(
            "norms of q and k with a large epsilon",
            l -> {
              double[][][] q = l.placed(l.projected("query"), "query-gain", 0.3);
              double[][][] k = l.placed(l.projected("key"), "key-gain", 0.3);
              return read(
                  each(each(q, k, ReferenceScores::dot), ReferenceScores::softmax), l.value());
            },
            "model.norm-epsilon",
            "0.3"),
        new LayerCase(
            "K-shift of the first layer, in the second",
            ReferenceLayer::plain,
            "attention.key",
            "shift",
            "attention.key.layers",
            "first"),
        new LayerCase(
            "split-Q by a quarter",
            l -> from(l, ReferenceSources.split(l.x(), l.matrix("query"), HEADS, 0.25, 1), null),
            "attention.query",
            "split",
            "attention.query.fraction",
            "0.25"),
        new LayerCase(
            "split-Q of none",
            ReferenceLayer::plain,
            "attention.query",
            "split",
            "attention.query.fraction",
            "0"),
        new LayerCase(
            "split-K of all",
            l -> from(l, null, ReferenceSources.shiftedKey(l.x(), l.matrix("key"), 1)),
            "attention.key",
            "split",
            "attention.key.fraction",
            "1"),
        new LayerCase(
            "RoPE of another base",
            l -> {
              double[][][] q = l.placed(l.projected("query"), "query-gain", 1e-6, 100);
              double[][][] k = l.placed(l.projected("key"), "key-gain", 1e-6, 100);
              return read(
                  each(each(q, k, ReferenceScores::dot), ReferenceScores::softmax), l.value());
            },
            "model.positions.base",
            "100"),
        new LayerCase(
            "ALiBi",
            l -> {
              double[][][] s =
                  each(
                      l.unturned("query", "query-gain"),
                      l.unturned("key", "key-gain"),
                      ReferenceScores::dot);
              double[][][] a = new double[HEADS][][];
              for (int h = 0; h < HEADS; h++) {
                double slope = ReferencePositions.slope(h, HEADS);
                a[h] = ReferenceScores.softmax(ReferencePositions.linearBias(s[h], slope));
              }
              return read(a, l.value());
            },
            "model.positions",
            "alibi"));
  }

  /** Attention with other queries or keys, as projected; null for the plain ones. */
  private static double[][] from(ReferenceLayer l, double[][] query, double[][] key) {
    double[][][] q =
        query == null ? l.query() : l.placed(ReferenceSources.heads(query, HEADS), "query-gain");
    double[][][] k =
        key == null ? l.key() : l.placed(ReferenceSources.heads(key, HEADS), "key-gain");
    return read(each(each(q, k, ReferenceScores::dot), ReferenceScores::softmax), l.value());
  }

  private static Stream<LayerCase> messages() {
    return Stream.of(
        new LayerCase(
            "keys and values for pairs",
            l -> shared(l, 2, true, true),
            "attention.messages",
            "shared"),
        new LayerCase(
            "keys and values for all heads",
            l -> shared(l, 4, true, true),
            "attention.messages",
            "shared",
            "attention.messages.group",
            "4"),
        new LayerCase(
            "keys and values that nothing shares",
            ReferenceLayer::plain,
            "attention.messages",
            "shared",
            "attention.messages.group",
            "1"),
        new LayerCase(
            "keys for pairs",
            l -> shared(l, 2, true, false),
            "attention.messages",
            "shared",
            "attention.messages.tied",
            "keys"),
        new LayerCase(
            "values for pairs",
            l -> shared(l, 2, false, true),
            "attention.messages",
            "shared",
            "attention.messages.tied",
            "values"),
        new LayerCase(
            "latent",
            l -> {
              double[][] code = ReferenceMessages.compressed(l.x(), l.matrix("code"));
              double[][][] k = ReferenceSources.heads(times(code, l.matrix("key")), HEADS);
              double[][][] v = ReferenceSources.heads(times(code, l.matrix("value")), HEADS);
              double[][][] s = each(l.query(), l.placed(k, "key-gain"), ReferenceScores::dot);
              return read(each(s, ReferenceScores::softmax), v);
            },
            "attention.messages",
            "latent",
            "attention.messages.width",
            "6"),
        new LayerCase(
            "compressed per layer",
            l -> compressed(l, 1),
            "attention.messages",
            "compressed",
            "attention.messages.width",
            "6",
            "model.qk-norm",
            "false",
            "model.positions",
            "none"),
        new LayerCase(
            "compressed per group",
            l -> compressed(l, 2),
            "attention.messages",
            "compressed",
            "attention.messages.width",
            "6",
            "attention.messages.scope",
            "group",
            "model.qk-norm",
            "false",
            "model.positions",
            "none"),
        new LayerCase(
            "compressed per head",
            l -> compressed(l, 4),
            "attention.messages",
            "compressed",
            "attention.messages.width",
            "6",
            "attention.messages.scope",
            "group",
            "attention.messages.group",
            "1",
            "model.qk-norm",
            "false",
            "model.positions",
            "none"),
        new LayerCase(
            "merged",
            l -> {
              double[][][] w = ReferenceSources.heads(l.matrix("pattern"), HEADS);
              double[][][] s = each(w, p -> ReferenceScores.merged(l.x(), p, WIDTH / HEADS));
              return read(each(s, ReferenceScores::softmax), l.value());
            },
            "attention.messages",
            "merged",
            "model.qk-norm",
            "false",
            "model.positions",
            "none"));
  }

  private static double[][] shared(ReferenceLayer l, int size, boolean keys, boolean values) {
    double[][][] k = l.projected("key");
    double[][][] v = l.value();
    if (keys) {
      double[][] narrow = times(l.x(), l.matrix("key"));
      k = ReferenceSources.shared(ReferenceSources.heads(narrow, HEADS / size), HEADS);
    }
    if (values) {
      double[][] narrow = times(l.x(), l.matrix("value"));
      v = ReferenceSources.shared(ReferenceSources.heads(narrow, HEADS / size), HEADS);
    }
    double[][][] s = each(l.query(), l.placed(k, "key-gain"), ReferenceScores::dot);
    return read(each(s, ReferenceScores::softmax), v);
  }

  private static double[][] compressed(ReferenceLayer l, int groups) {
    double[][] codes = ReferenceMessages.compressed(l.x(), l.matrix("code"));
    double[][][] c = ReferenceSources.shared(ReferenceSources.heads(codes, groups), HEADS);
    double[][][] w = ReferenceSources.heads(l.matrix("pattern"), HEADS);
    double[][][] s = each(w, c, (p, code) -> ReferenceMessages.scores(l.x(), p, code, 6));
    return read(each(s, ReferenceScores::softmax), c);
  }

  private static Stream<LayerCase> maps() {
    return Stream.of(
        new LayerCase(
            "convolution of scores",
            l -> {
              double[][][] s = convolved(l.scores(), l.matrix("scores/kernel"), 3, 5);
              return read(each(s, ReferenceScores::softmax), l.value());
            },
            "attention.score-conv",
            "convolution",
            "attention.score-conv.kernel-query",
            "3",
            "attention.score-conv.kernel-key",
            "5"),
        new LayerCase(
            "convolution of weights",
            l -> {
              double[][][] a = each(l.scores(), ReferenceScores::softmax);
              double[][][] c = convolved(a, l.matrix("weights/kernel"), 2, 3);
              return read(each(c, ReferenceMultiToken::zeroFuture), l.value());
            },
            "attention.weight-conv",
            "convolution",
            "attention.weight-conv.kernel-query",
            "2",
            "attention.weight-conv.kernel-key",
            "3"),
        new LayerCase(
            "convolution of every fourth layer, in another",
            ReferenceLayer::plain,
            "attention.score-conv",
            "convolution",
            "attention.score-conv.kernel-query",
            "2",
            "attention.score-conv.kernel-key",
            "3",
            "attention.score-conv.layers",
            "every 4 from 2"),
        new LayerCase(
            "convolution of every second layer from this one",
            l -> {
              double[][][] s = convolved(l.scores(), l.matrix("scores/kernel"), 2, 3);
              return read(each(s, ReferenceScores::softmax), l.value());
            },
            "attention.score-conv",
            "convolution",
            "attention.score-conv.kernel-query",
            "2",
            "attention.score-conv.kernel-key",
            "3",
            "attention.score-conv.layers",
            "every 2 from 1"),
        new LayerCase(
            "Talking Heads",
            l -> {
              double[][][] s =
                  ReferenceMultiToken.mixed(
                      l.scores(), new double[][][] {l.matrix("scores/mixing")});
              double[][][] a = each(s, ReferenceScores::softmax);
              return read(
                  ReferenceMultiToken.mixed(a, new double[][][] {l.matrix("weights/mixing")}),
                  l.value());
            },
            "attention.score-mixing",
            "mixed",
            "attention.weight-mixing",
            "mixed"),
        new LayerCase(
            "mixing of scores in pairs",
            l -> {
              double[][] w = l.matrix("scores/mixing"); // (H, 2)
              double[][][] groups = {rows(w, 0, 2), rows(w, 2, 4)};
              double[][][] s = ReferenceMultiToken.mixed(l.scores(), groups);
              return read(each(s, ReferenceScores::softmax), l.value());
            },
            "attention.score-mixing",
            "mixed",
            "attention.score-mixing.group",
            "2"),
        new LayerCase(
                "convolution of scores that starts constant",
                l -> {
                  double[][][] s = convolved(l.scores(), kernels(15, 0.3), 3, 5);
                  return read(each(s, ReferenceScores::softmax), l.value());
                },
                "attention.score-conv",
                "convolution",
                "attention.score-conv.kernel-query",
                "3",
                "attention.score-conv.kernel-key",
                "5",
                "attention.score-conv.init",
                "constant")
            .prepared(AttentionTrial::start),
        new LayerCase(
                "convolution of weights that starts at zero",
                l -> new double[LENGTH][WIDTH],
                "attention.weight-conv",
                "convolution",
                "attention.weight-conv.kernel-query",
                "2",
                "attention.weight-conv.kernel-key",
                "3",
                "attention.weight-conv.init",
                "zero")
            .prepared(AttentionTrial::start),
        new LayerCase(
            "mixing in pairs",
            l -> {
              double[][] w = l.matrix("weights/mixing"); // (H, 2)
              double[][][] groups = {rows(w, 0, 2), rows(w, 2, 4)};
              double[][][] a = each(l.scores(), ReferenceScores::softmax);
              return read(ReferenceMultiToken.mixed(a, groups), l.value());
            },
            "attention.weight-mixing",
            "mixed",
            "attention.weight-mixing.group",
            "2"));
  }

  /** For each head the same number everywhere. */
  private static double[][] kernels(int size, double value) {
    return map(new double[HEADS][size], zero -> value);
  }

  /** Each head by its own kernel, a row of {@code kernels}. */
  private static double[][][] convolved(
      double[][][] heads, double[][] kernels, int queries, int keys) {
    double[][][] all = new double[heads.length][][];
    for (int h = 0; h < heads.length; h++) {
      double[][] kernel = new double[queries][keys];
      for (int a = 0; a < queries; a++) {
        System.arraycopy(kernels[h], a * keys, kernel[a], 0, keys);
      }
      all[h] = ReferenceMultiToken.convolution(heads[h], kernel);
    }
    return all;
  }

  private static Stream<LayerCase> norms() {
    return Stream.of(
        norm("rms", (l, o) -> o, 0.2),
        norm("rms", (l, o) -> o),
        norm("depth-scaled", (l, o) -> ReferenceNorms.depthScaled(o, LAYER), 0.2),
        norm("layer-scaled", (l, o) -> ReferenceNorms.layerScaled(o, LAYER), 0.2),
        norm("scalar-gated", TestLayersAgree::scalarGated, 0.2),
        norm("depth-scaled", (l, o) -> ReferenceNorms.depthScaled(o, LAYER)),
        norm("layer-scaled", (l, o) -> ReferenceNorms.layerScaled(o, LAYER)),
        norm("scalar-gated", TestLayersAgree::scalarGated));
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

  private static Stream<LayerCase> gates() {
    return Stream.concat(
        Stream.of(
            gate("neon016", l -> ReferenceGates.sigmoid(intent(l)), "learned"),
            gate("neon015", TestLayersAgree::intent, "learned", "function", "identity"),
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
                    from(
                        l,
                        null,
                        hadamard(ReferenceGates.sigmoid(intent(l)), joined(l.projected("key")))),
                "attention.gate",
                "learned",
                "attention.gate.position",
                "key"),
            new LayerCase(
                "gate on queries",
                l ->
                    from(
                        l,
                        hadamard(ReferenceGates.sigmoid(intent(l)), joined(l.projected("query"))),
                        null),
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
  private static double[][] intent(ReferenceLayer l) {
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
