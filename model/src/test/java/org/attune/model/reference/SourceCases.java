package org.attune.model.reference;

import static org.attune.model.reference.ReferenceLayer.each;
import static org.attune.model.reference.ReferenceLayer.read;
import static org.attune.model.reference.SmallLayer.HEADS;

import java.util.stream.Stream;

/** What heads compare, in plain Java: other queries, keys and values, and their positions. */
final class SourceCases {

  private SourceCases() {}

  /** All of them. */
  static Stream<LayerCase> cases() {
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
            l -> l.byQuery(ReferenceSources.shiftedQuery(l.x(), l.matrix("query"))),
            "attention.query",
            "shift"),
        new LayerCase(
            "K-shift by 2",
            l -> l.byKey(ReferenceSources.shiftedKey(l.x(), l.matrix("key"), 2)),
            "attention.key",
            "shift",
            "attention.key.offset",
            "2"),
        new LayerCase(
            "K-shift of the sum, by 2",
            l -> l.byKey(ReferenceSources.summedKey(l.x(), l.matrix("key"), 2)),
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
            l -> l.byQuery(ReferenceSources.split(l.x(), l.matrix("query"), HEADS, 0.25, 1)),
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
            l -> l.byKey(ReferenceSources.shiftedKey(l.x(), l.matrix("key"), 1)),
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
}
