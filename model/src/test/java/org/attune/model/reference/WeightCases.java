package org.attune.model.reference;

import static org.attune.model.reference.ReferenceAlgebra.rows;
import static org.attune.model.reference.ReferenceAlgebra.times;
import static org.attune.model.reference.ReferenceLayer.each;
import static org.attune.model.reference.ReferenceLayer.joined;
import static org.attune.model.reference.ReferenceLayer.read;
import static org.attune.model.reference.SmallLayer.HEADS;
import static org.attune.model.reference.SmallLayer.LAYER;
import static org.attune.model.reference.SmallLayer.LENGTH;

import java.util.stream.Stream;

/** How scores become weights, layer by layer and in plain Java; ridge is in {@link RidgeCases}. */
final class WeightCases {

  private WeightCases() {}

  /** All of them. */
  static Stream<LayerCase> cases() {
    return Stream.of(
        weights("uniform", s -> ReferenceScores.softmax(new double[LENGTH][LENGTH]), "uniform"),
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
        new LayerCase(
            "SwiGLU neurons",
            l -> neurons(l, l.key(), l.placed(l.projected("second-key"), "key-gain")),
            "attention.weights",
            "swiglu-neurons"),
        new LayerCase(
            "SwiGLU neurons, K-shift moves both keys",
            l ->
                neurons(
                    l, shiftedKey(l, "key", "key-gain"), shiftedKey(l, "second-key", "key-gain")),
            "attention.weights",
            "swiglu-neurons",
            "attention.key",
            "shift"),
        new LayerCase(
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
        new LayerCase(
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
        new LayerCase(
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
        new LayerCase(
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
            "depth-scaled"),
        mostWrittenOfAll(),
        writeGate(),
        filtered());
  }

  /** However little they ask to be read. */
  private static LayerCase mostWrittenOfAll() {
    return new LayerCase(
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
            "1")
        .prepared(t -> t.assign("write-bias", new double[][] {{-3, -2, -4, -3}}));
  }

  private static LayerCase writeGate() {
    return new LayerCase(
            "write gate, evaluated",
            l -> {
              double[][] u = ReferenceAlgebra.transpose(l.matrix("write")); // (H, d)
              double[][][] s = l.scores();
              double[][][] a = new double[HEADS][][];
              for (int h = 0; h < HEADS; h++) {
                boolean[][] visible =
                    ReferenceSelection.asking(l.x(), u[h], l.vector("write-bias")[h]);
                a[h] = ReferenceSelection.softmax(s[h], visible);
              }
              return read(a, l.value());
            },
            "attention.weights",
            "write-gate")
        .prepared(t -> t.assign("write-bias", new double[][] {{0.3, -0.2, 0, 0.1}}));
  }

  private static LayerCase filtered() {
    return new LayerCase(
            "without short messages, evaluated",
            l -> {
              double[][] output = l.matrix("attention-output"); // (d, d)
              double[][][] s = l.scores();
              double[][][] v = l.value();
              double[][][] a = new double[HEADS][][];
              for (int h = 0; h < HEADS; h++) {
                int width = output.length / HEADS;
                double[][] messages = times(v[h], rows(output, h * width, (h + 1) * width));
                double median = l.vector("message-median")[h];
                a[h] =
                    ReferenceSelection.softmax(
                        s[h], ReferenceSelection.loud(messages, 1.2, median));
              }
              return read(a, v);
            },
            "attention.weights",
            "filtered",
            "attention.weights.threshold",
            "1.2")
        .evaluatedOnly()
        .prepared(t -> t.assign("message-median", new double[][] {{1, 1.5, 2, 1.5}}));
  }

  /** Pointers over {@code q·k}, not divided, less ALiBi's distances. */
  private static LayerCase pointing(String option, ReferenceLayer.Weighing weighing) {
    return new LayerCase(
        option + " over products less distances",
        l -> {
          double[][][] products =
              each(
                  l.unturned("query", "query-gain"),
                  l.unturned("key", "key-gain"),
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

  private static LayerCase weights(
      String name, ReferenceLayer.Weighing weighing, String option, String... settings) {
    String[] all = new String[settings.length + 2];
    all[0] = "attention.weights";
    all[1] = option;
    System.arraycopy(settings, 0, all, 2, settings.length);
    return new LayerCase(name, l -> l.weighing(weighing), all);
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
}
