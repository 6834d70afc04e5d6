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
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.attune.model.attention.pipeline.Parts;
import org.attune.model.catalog.Domain;
import org.attune.model.catalog.Option;
import org.attune.model.catalog.Parameter;
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

  private static final int BATCH = 2;
  private static final int LENGTH = 7;
  private static final int HEADS = 4;
  private static final int WIDTH = 16;
  private static final int LAYER = 1;

  /** A layer's settings and the formula of what it gives. */
  private record Case(
      String name, Function<ReferenceLayer, double[][]> formula, String... settings) {}

  @TestFactory
  Stream<DynamicTest> layersGiveWhatTheirFormulasSay() {
    return Stream.of(sources(), messages(), maps(), weights(), norms(), gates(), byLayer())
        .flatMap(s -> s)
        .map(c -> DynamicTest.dynamicTest(c.name(), () -> requireAgreement(c)));
  }

  /** Options whose formula is held elsewhere: in a test of this package, or of their primitive. */
  private static final Set<String> ELSEWHERE =
      Set.of(
          "attention.weights: uniform", // TestRidgeAgreement, by its name as the next
          "attention.weights: linear",
          "attention.weights: ridge",
          "attention.weights: sigma-ridge",
          "attention.weights: sigma-ridge-2",
          "attention.weights: kernel-ridge",
          "attention.weights: nystroem",
          "attention.weights: filtered", // TestTokenFilter
          "attention.weights: write-gate", // TestWrittenSoftmax
          "model.positions: learned"); // TestTokenPrimitives

  /**
   * Settings that no case here moves: those of ridge are in TestRidgeAgreement and
   * TestSetNetworksAgreement, the threshold in TestTokenFilter, the penalty in TestDecoderKinds,
   * what kernels start from in TestIdentityAtStart. The others are held to their formulas at one
   * value only; nothing new comes to them.
   */
  private static final Set<String> AT_ONE_VALUE =
      Set.of(
          "attention.weights.gamma",
          "attention.weights.lambda",
          "attention.weights.lambda-source",
          "attention.weights.landmarks",
          "attention.weights.scaled",
          "attention.weights.threshold",
          "attention.weights.penalty",
          "attention.score-conv.init",
          "attention.weight-conv.init",
          "attention.messages.group",
          "attention.score-mixing.group",
          "attention.weights.cold",
          "attention.weights.warm",
          "model.positions.base");

  /** A wrong formula passes every gradient check: only plain Java tells it from the right one. */
  @Test
  void everyOptionOfAttentionAgreesWithPlainJavaSomewhere() {
    List<Case> cases =
        Stream.of(sources(), messages(), maps(), weights(), norms(), gates())
            .flatMap(c -> c)
            .filter(c -> Stream.of(c.settings()).noneMatch(key -> key.endsWith(".layers")))
            .toList();
    Set<String> missing = new TreeSet<>();
    for (Parameter axis : Parts.axes()) {
      for (Option option : ((Domain.Choice) axis.domain()).options()) {
        boolean held =
            option.name().equals(axis.standard())
                || cases.stream().anyMatch(c -> sets(c, axis.key(), option.name()));
        if (!held && !ELSEWHERE.contains(axis.key() + ": " + option.name())) {
          missing.add(axis.key() + ": " + option.name());
        }
        for (Parameter setting : option.parameters()) {
          if (!AT_ONE_VALUE.contains(setting.key()) && !setsToAnother(cases, setting)) {
            missing.add(setting.key() + ", to other than " + setting.standard());
          }
        }
      }
    }

    assertThat(missing).as("add a case here with the formula in plain Java for each").isEmpty();
  }

  /**
   * Whether a formula is held to another value than the one by which a setting may change nothing.
   */
  private static boolean setsToAnother(List<Case> cases, Parameter setting) {
    return setting.key().endsWith(".layers")
        || cases.stream().anyMatch(c -> setsToAnother(c, setting));
  }

  private static boolean setsToAnother(Case c, Parameter setting) {
    for (int i = 0; i < c.settings().length; i += 2) {
      if (c.settings()[i].equals(setting.key())
          && !c.settings()[i + 1].equals(setting.standard())) {
        return true;
      }
    }
    return false;
  }

  private static boolean sets(Case c, String key, String value) {
    for (int i = 0; i < c.settings().length; i += 2) {
      if (c.settings()[i].equals(key) && c.settings()[i + 1].equals(value)) {
        return true;
      }
    }
    return false;
  }

  @Test
  void mostWrittenKeepsAllAtShareOneHoweverLittleTheyAskToBeRead() {
    Case all =
        new Case(
            "most written, all of them",
            l -> {
              double[][] u = ReferenceAlgebra.transpose(l.matrix("write")); // (H, d)
              double[][][] s = l.scores();
              double[][][] a = new double[HEADS][][];
              for (int h = 0; h < HEADS; h++) {
                a[h] =
                    ReferenceScores.softmax(
                        ReferenceSelection.writeGated(
                            s[h], l.x(), u[h], l.vector("write-bias")[h]));
              }
              return read(a, l.value());
            },
            "attention.weights",
            "most-written",
            "attention.weights.share",
            "1");
    requireAgreement(all, t -> t.assign("write-bias", new double[][] {{-3, -2, -4, -3}}));
  }

  private static void requireAgreement(Case c) {
    requireAgreement(c, trial -> {});
  }

  private static void requireAgreement(Case c, Consumer<AttentionTrial> prepare) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("model.width", Integer.toString(WIDTH));
    settings.put("model.heads", Integer.toString(HEADS));
    for (int i = 0; i < c.settings().length; i += 2) {
      settings.put(c.settings()[i], c.settings()[i + 1]);
    }
    try (AttentionTrial trial =
        new AttentionTrial(
            settings, BATCH, LENGTH, LAYER, Backends.reference(), DataType.DOUBLE, false)) {
      prepare.accept(trial);
      INDArray y = trial.forward(Pass.evaluation());
      double[][] actual = AttentionTrial.columns(y, 0, y.columns());
      double[][] x = trial.parameter(AttentionTrial.INPUT);
      for (int b = 0; b < BATCH; b++) {
        double[][] sequence = rows(x, b * LENGTH, (b + 1) * LENGTH);
        double[][] expected =
            c.formula().apply(new ReferenceLayer(sequence, HEADS, trial::parameter));
        assertThat(distance(rows(actual, b * LENGTH, (b + 1) * LENGTH), expected))
            .isLessThan(1e-10);
      }
    }
  }

  /** Parts that other layers have, and this one has not. */
  private static Stream<Case> byLayer() {
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
                            new Case(
                                c[0] + " " + c[1] + " of layers " + layers + ", not in this",
                                ReferenceLayer::plain,
                                c[0],
                                c[1],
                                c[0] + ".layers",
                                layers)));
  }

  private static Stream<Case> sources() {
    return Stream.of(
        new Case("plain", ReferenceLayer::plain),
        new Case(
            "values through a sigmoid",
            l ->
                read(
                    each(l.scores(), ReferenceScores::softmax),
                    each(l.value(), ReferenceGates::sigmoid)),
            "attention.values",
            "sigmoid"),
        new Case(
            "Q-shift",
            l -> from(l, ReferenceSources.shiftedQuery(l.x(), l.matrix("query")), null),
            "attention.query",
            "shift"),
        new Case(
            "K-shift by 2",
            l -> from(l, null, ReferenceSources.shiftedKey(l.x(), l.matrix("key"), 2)),
            "attention.key",
            "shift",
            "attention.key.offset",
            "2"),
        new Case(
            "K-shift of the sum, by 2",
            l -> from(l, null, ReferenceSources.summedKey(l.x(), l.matrix("key"), 2)),
            "attention.key",
            "sum",
            "attention.key.offset",
            "2"),
        new Case(
            "norms of q and k with a large epsilon",
            l -> {
              double[][][] q = l.placed(l.projected("query"), "query-gain", 0.3);
              double[][][] k = l.placed(l.projected("key"), "key-gain", 0.3);
              return read(
                  each(each(q, k, ReferenceScores::dot), ReferenceScores::softmax), l.value());
            },
            "model.norm-epsilon",
            "0.3"),
        new Case(
            "K-shift of the first layer, in the second",
            ReferenceLayer::plain,
            "attention.key",
            "shift",
            "attention.key.layers",
            "first"),
        new Case(
            "split-Q by a quarter",
            l -> from(l, ReferenceSources.split(l.x(), l.matrix("query"), HEADS, 0.25, 1), null),
            "attention.query",
            "split",
            "attention.query.fraction",
            "0.25"),
        new Case(
            "split-Q of none",
            ReferenceLayer::plain,
            "attention.query",
            "split",
            "attention.query.fraction",
            "0"),
        new Case(
            "split-K of all",
            l -> from(l, null, ReferenceSources.shiftedKey(l.x(), l.matrix("key"), 1)),
            "attention.key",
            "split",
            "attention.key.fraction",
            "1"),
        new Case(
            "ALiBi",
            l -> {
              double[][][] s =
                  each(
                      unturned(l, "query", "query-gain"),
                      unturned(l, "key", "key-gain"),
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

  private static double[][][] unturned(ReferenceLayer l, String name, String gain) {
    return each(l.projected(name), h -> ReferenceNorms.rms(h, l.vector(gain), 1e-6));
  }

  /** Attention with other queries or keys, as projected; null for the plain ones. */
  private static double[][] from(ReferenceLayer l, double[][] query, double[][] key) {
    double[][][] q =
        query == null ? l.query() : l.placed(ReferenceSources.heads(query, HEADS), "query-gain");
    double[][][] k =
        key == null ? l.key() : l.placed(ReferenceSources.heads(key, HEADS), "key-gain");
    return read(each(each(q, k, ReferenceScores::dot), ReferenceScores::softmax), l.value());
  }

  private static Stream<Case> messages() {
    return Stream.of(
        new Case(
            "keys and values for pairs",
            l -> shared(l, true, true),
            "attention.messages",
            "shared"),
        new Case(
            "keys for pairs",
            l -> shared(l, true, false),
            "attention.messages",
            "shared",
            "attention.messages.tied",
            "keys"),
        new Case(
            "values for pairs",
            l -> shared(l, false, true),
            "attention.messages",
            "shared",
            "attention.messages.tied",
            "values"),
        new Case(
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
        new Case(
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
        new Case(
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
        new Case(
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

  private static double[][] shared(ReferenceLayer l, boolean keys, boolean values) {
    double[][][] k = l.projected("key");
    double[][][] v = l.value();
    if (keys) {
      double[][] narrow = times(l.x(), l.matrix("key"));
      k = ReferenceSources.shared(ReferenceSources.heads(narrow, HEADS / 2), HEADS);
    }
    if (values) {
      double[][] narrow = times(l.x(), l.matrix("value"));
      v = ReferenceSources.shared(ReferenceSources.heads(narrow, HEADS / 2), HEADS);
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

  private static Stream<Case> maps() {
    return Stream.of(
        new Case(
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
        new Case(
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
        new Case(
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
        new Case(
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
        new Case(
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
        new Case(
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

  private static Stream<Case> weights() {
    return Stream.of(
        weights("sigmoid", ReferenceScores::sigmoidOverLength, "sigmoid"),
        weights(
            "sigmoid by keys seen",
            ReferenceScores::sigmoidOverVisible,
            "sigmoid",
            "attention.weights.bias",
            "visible"),
        weights(
            "sigmoid over the root",
            s -> ReferenceScores.overRoot(s, ReferenceGates::sigmoid),
            "score-gate"),
        weights(
            "ReLU over the count",
            s -> ReferenceScores.overCount(s, v -> Math.max(v, 0)),
            "score-gate",
            "attention.weights.function",
            "relu",
            "attention.weights.norm",
            "count"),
        weights(
            "SiLU over the root",
            s -> ReferenceScores.overRoot(s, ReferenceGates::silu),
            "score-gate",
            "attention.weights.function",
            "silu"),
        weights(
            "identity over the root",
            s -> ReferenceScores.overRoot(s, v -> v),
            "score-gate",
            "attention.weights.function",
            "identity"),
        weights("pointer", s -> ReferencePointer.hard(s, new double[LENGTH][LENGTH]), "pointer"),
        weights(
            "RWSP placeholder of 3",
            s -> ReferencePointer.ranked(s, 3),
            "rwsp-placeholder",
            "attention.weights.count",
            "3"),
        pointing("pointer", s -> ReferencePointer.hard(s, new double[LENGTH][LENGTH])),
        pointing("rwsp-placeholder", s -> ReferencePointer.ranked(s, 2)),
        weights(
            "top keys",
            s -> ReferenceSelection.softmax(s, ReferenceSelection.largest(s, 3)),
            "top-keys",
            "attention.weights.count",
            "3"),
        new Case(
            "SwiGLU neurons",
            l -> neurons(l, l.key(), l.placed(l.projected("second-key"), "key-gain")),
            "attention.weights",
            "swiglu-neurons"),
        new Case(
            "SwiGLU neurons, K-shift moves both keys",
            l ->
                neurons(
                    l, shiftedKey(l, "key", "key-gain"), shiftedKey(l, "second-key", "key-gain")),
            "attention.weights",
            "swiglu-neurons",
            "attention.key",
            "shift"),
        new Case(
            "blocks",
            l ->
                read(
                    each(
                        l.query(),
                        l.key(),
                        (q, k) ->
                            ReferenceSelection.softmax(
                                ReferenceScores.dot(q, k), ReferenceSelection.blocks(q, k, 2, 1))),
                    l.value()),
            "attention.weights",
            "blocks",
            "attention.weights.block",
            "2",
            "attention.weights.count",
            "1"),
        new Case(
            "clusters",
            l -> {
              double[][] all = l.matrix("centroids"); // (H·C, d_h)
              int clusters = all.length / HEADS;
              double[][][] q = l.query();
              double[][][] k = l.key();
              double[][][] a = new double[HEADS][][];
              for (int h = 0; h < HEADS; h++) {
                double[][] centroids = rows(all, h * clusters, (h + 1) * clusters);
                a[h] =
                    ReferenceSelection.softmax(
                        ReferenceScores.dot(q[h], k[h]),
                        ReferenceSelection.clusters(q[h], k[h], centroids, 1));
              }
              return read(a, l.value());
            },
            "attention.weights",
            "clusters",
            "attention.weights.centroids",
            "3",
            "attention.weights.count",
            "1"),
        new Case(
            "most written",
            l -> {
              double[][] u = ReferenceAlgebra.transpose(l.matrix("write")); // (H, d)
              double[] b = l.vector("write-bias");
              double[][][] s = l.scores();
              double[][][] a = new double[HEADS][][];
              for (int h = 0; h < HEADS; h++) {
                double[] write = new double[LENGTH];
                for (int j = 0; j < LENGTH; j++) {
                  write[j] = ReferenceAlgebra.dot(l.x()[j], u[h]) + b[h];
                }
                a[h] =
                    ReferenceSelection.softmax(
                        ReferenceSelection.writeGated(s[h], l.x(), u[h], b[h]),
                        ReferenceSelection.written(write, 0.25));
              }
              return read(a, l.value());
            },
            "attention.weights",
            "most-written",
            "attention.weights.share",
            "0.25"),
        new Case(
            "differential",
            l -> {
              double lambda =
                  ReferenceDifferential.lambda(
                      l.vector("lambda-query1"),
                      l.vector("lambda-key1"),
                      l.vector("lambda-query2"),
                      l.vector("lambda-key2"),
                      LAYER);
              double[][][] q = l.query();
              double[][][] k = l.key();
              double[][][] v = ReferenceSources.heads(joined(l.value()), HEADS / 2);
              double[][][] o = new double[HEADS / 2][][];
              for (int h = 0; h < o.length; h++) {
                double[][] a =
                    ReferenceDifferential.weights(
                        q[h], k[h], q[h + o.length], k[h + o.length], lambda);
                o[h] = ReferenceDifferential.head(a, v[h], l.vector("head-gain"), LAYER);
              }
              return joined(o);
            },
            "attention.weights",
            "differential",
            "attention.head-norm",
            "depth-scaled"));
  }

  /** Pointers over {@code q·k}, not divided, less ALiBi's distances. */
  private static Case pointing(String option, ReferenceLayer.Weighing weighing) {
    return new Case(
        option + " over products less distances",
        l -> {
          double[][][] products =
              each(
                  unturned(l, "query", "query-gain"),
                  unturned(l, "key", "key-gain"),
                  (q, k) -> times(q, ReferenceAlgebra.transpose(k)));
          double[][][] a = new double[HEADS][][];
          for (int h = 0; h < HEADS; h++) {
            double slope = ReferencePositions.slope(h, HEADS);
            a[h] = weighing.apply(ReferencePositions.linearBias(products[h], slope));
          }
          return read(a, l.value());
        },
        "attention.weights",
        option,
        "model.positions",
        "alibi");
  }

  private static Case weights(
      String name, ReferenceLayer.Weighing weighing, String option, String... settings) {
    String[] all = new String[settings.length + 2];
    all[0] = "attention.weights";
    all[1] = option;
    System.arraycopy(settings, 0, all, 2, settings.length);
    return new Case(name, l -> l.weighing(weighing), all);
  }

  private static double[][] neurons(ReferenceLayer l, double[][][] k, double[][][] second) {
    double[][][] q = l.query();
    double[][][] a = new double[HEADS][][];
    for (int h = 0; h < HEADS; h++) {
      a[h] = ReferenceScores.neurons(q[h], k[h], second[h]);
    }
    return read(a, l.value());
  }

  private static double[][][] shiftedKey(ReferenceLayer l, String name, String gain) {
    double[][] raw = ReferenceSources.shiftedKey(l.x(), l.matrix(name), 1);
    return l.placed(ReferenceSources.heads(raw, HEADS), gain);
  }

  private static Stream<Case> norms() {
    return Stream.of(
        new Case(
            "head norm rms of a large epsilon",
            l ->
                joined(
                    each(
                        ReferenceSources.heads(l.plain(), HEADS),
                        h -> ReferenceNorms.rms(h, l.vector("head-gain"), 0.2))),
            "attention.head-norm",
            "rms",
            "attention.head-norm.epsilon",
            "0.2"),
        norm("rms", (l, o) -> o),
        norm("depth-scaled", (l, o) -> ReferenceNorms.depthScaled(o, LAYER)),
        norm("layer-scaled", (l, o) -> ReferenceNorms.layerScaled(o, LAYER)),
        norm(
            "scalar-gated",
            (l, o) ->
                ReferenceNorms.scalarGated(
                    o,
                    ReferenceAlgebra.transpose(l.matrix("head-gate"))[0],
                    l.number("head-gate-bias"))));
  }

  private interface AfterNorm {
    double[][] apply(ReferenceLayer layer, double[][] head);
  }

  private static Case norm(String option, AfterNorm after) {
    return new Case(
        "head norm " + option,
        l ->
            joined(
                each(
                    ReferenceSources.heads(l.plain(), HEADS),
                    h -> after.apply(l, ReferenceNorms.rms(h, l.vector("head-gain"), 1e-5)))),
        "attention.head-norm",
        option);
  }

  private static Stream<Case> gates() {
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
            new Case(
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
            new Case(
                "gate on values that pairs of heads share",
                l -> gatedShared(l, false),
                "attention.gate",
                "learned",
                "attention.gate.position",
                "value",
                "attention.messages",
                "shared"),
            new Case(
                "gate on keys that pairs of heads share",
                l -> gatedShared(l, true),
                "attention.gate",
                "learned",
                "attention.gate.position",
                "key",
                "attention.messages",
                "shared"),
            new Case(
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
            new Case(
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
            new Case(
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
            new Case(
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

  private static Stream<Case> mappedAndComputed() {
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
        new Case(
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
  private static Case gate(
      String name, Function<ReferenceLayer, double[][]> open, String option, String... settings) {
    String[] all = new String[settings.length + 2];
    all[0] = "attention.gate";
    all[1] = option;
    for (int i = 0; i < settings.length; i += 2) {
      all[i + 2] = "attention.gate." + settings[i];
      all[i + 3] = settings[i + 1];
    }
    return new Case(name, l -> hadamard(open.apply(l), l.plain()), all);
  }
}
