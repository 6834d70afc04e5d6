package org.attune.model.bench;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.model.network.Signature;

/**
 * A model and batch to time: the peer's decoder (pre-RMS-norm blocks, learned positions, 4x GELU
 * MLP, free output matrix). The peer is another program that trains the same step, see {@code
 * docs/benchmarks.md}.
 *
 * @param kind {@code block}: the peer's decoder; {@code recomputed}: with {@code train.recompute};
 *     {@code gate}: with a learned gate on attention's output; {@code mixer:NAME}: with a mixer in
 *     attention's place; {@code standard}: the default decoder instead
 */
public record StepShape(String kind, int width, int layers, int length, int batch, int vocabulary) {

  static final StepShape SMALL = new StepShape("block", 128, 2, 64, 32, 64);
  static final StepShape GATE = new StepShape("gate", 128, 2, 64, 32, 64);
  static final StepShape LARGE = new StepShape("block", 256, 4, 256, 8, 1024);

  private static final int HEADS = 4;
  private static final String STANDARD = "standard";

  /** The settings of each kind, beside those of all. */
  private static final Map<String, Map<String, String>> KINDS =
      Map.ofEntries(
          Map.entry("block", Map.of()),
          Map.entry("recomputed", Map.of("train.recompute", "true")),
          Map.entry("gate", Map.of("attention.gate", "learned")),
          mixer(
              "window",
              "attention.scores",
              "formula",
              "attention.scores.formula",
              "where(i - j < 64, s, -inf)"),
          mixer("linear", "attention.weights", "linear"),
          mixer("elu", "attention.weights", "linear", "attention.weights.features", "elu"),
          mixer(
              "taylor",
              "attention.weights",
              "linear",
              "attention.weights.features",
              "taylor",
              "attention.weights.feature-width",
              "16"),
          mixer("retention", "attention.reading", "retention"),
          mixer("ssd", "attention.reading", "ssd"),
          mixer("gla", "attention.reading", "gated-linear"),
          mixer("delta", "attention.reading", "delta"),
          mixer("gated-delta", "attention.reading", "gated-delta"));

  private static Map.Entry<String, Map<String, String>> mixer(String name, String... settings) {
    Map<String, String> all = new HashMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    return Map.entry("mixer:" + name, all);
  }

  /** Parses the peer's arguments: kind width layers length batch vocabulary. */
  static StepShape of(List<String> arguments) {
    return new StepShape(
        arguments.get(0),
        Integer.parseInt(arguments.get(1)),
        Integer.parseInt(arguments.get(2)),
        Integer.parseInt(arguments.get(3)),
        Integer.parseInt(arguments.get(4)),
        Integer.parseInt(arguments.get(5)));
  }

  /** The default decoder at the sizes of a small step. */
  static StepShape standard() {
    return new StepShape(STANDARD, 128, 2, 64, 32, 64);
  }

  List<String> arguments() {
    return Stream.of(kind, width, layers, length, batch, vocabulary).map(String::valueOf).toList();
  }

  Signature signature() {
    return Signature.tokens(length, vocabulary);
  }

  Configuration settings() {
    if (kind.equals(STANDARD)) {
      return new Configuration(
          Map.of(
              "model.width", Integer.toString(width),
              "model.layers", Integer.toString(layers),
              "model.heads", Integer.toString(HEADS),
              "model.feed-forward", Integer.toString(2 * width)));
    }
    Map<String, String> all = new HashMap<>(KINDS.get(kind));
    all.putAll(
        Map.ofEntries(
            Map.entry("model.width", Integer.toString(width)),
            Map.entry("model.layers", Integer.toString(layers)),
            Map.entry("model.heads", Integer.toString(HEADS)),
            Map.entry("model.feed-forward", Integer.toString(4 * width)),
            Map.entry("model.mlp", "gelu"),
            Map.entry("model.positions", "learned"),
            Map.entry("model.qk-norm", "false"),
            Map.entry("model.final-norm", "false"),
            Map.entry("model.tied", "false"),
            Map.entry("model.init", "normal"),
            Map.entry("train.learning-rate", "1e-3")));
    return new Configuration(all);
  }

  /** The operations of a step's products: 6 x parameters x tokens. */
  double flops(long parameters) {
    return 6.0 * parameters * batch * length;
  }
}
