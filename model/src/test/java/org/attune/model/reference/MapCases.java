package org.attune.model.reference;

import static org.attune.model.reference.ReferenceAlgebra.map;
import static org.attune.model.reference.ReferenceAlgebra.rows;
import static org.attune.model.reference.ReferenceLayer.each;
import static org.attune.model.reference.ReferenceLayer.read;
import static org.attune.model.reference.SmallLayer.HEADS;
import static org.attune.model.reference.SmallLayer.LENGTH;
import static org.attune.model.reference.SmallLayer.WIDTH;

import java.util.stream.Stream;
import org.attune.model.contract.AttentionTrial;

/** Convolutions and mixtures of scores and of weights, in plain Java. */
final class MapCases {

  private MapCases() {}

  /** All of them. */
  static Stream<LayerCase> cases() {
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
  static double[][][] convolved(double[][][] heads, double[][] kernels, int queries, int keys) {
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
}
