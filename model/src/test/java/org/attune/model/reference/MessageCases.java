package org.attune.model.reference;

import static org.attune.model.reference.ReferenceAlgebra.times;
import static org.attune.model.reference.ReferenceLayer.each;
import static org.attune.model.reference.ReferenceLayer.read;
import static org.attune.model.reference.SmallLayer.HEADS;
import static org.attune.model.reference.SmallLayer.WIDTH;

import java.util.stream.Stream;

/** What heads share, compress or merge of their keys and values, in plain Java. */
final class MessageCases {

  private MessageCases() {}

  /** All of them. */
  static Stream<LayerCase> cases() {
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
}
