package org.attune.model.bench;

import java.util.List;
import java.util.Map;
import org.attune.model.catalog.Configuration;
import org.attune.model.network.Signature;

/**
 * A model and batch to time: the peer's decoder (pre-RMS-norm blocks, learned positions, 4x GELU
 * MLP, free output matrix), with or without a learned gate.
 *
 * @param gated whether attention's output is gated
 */
public record StepShape(
    boolean gated, int width, int layers, int length, int batch, int vocabulary) {

  private static final int HEADS = 4;

  /** Parses the peer's arguments: kind width layers length batch vocabulary. */
  static StepShape of(List<String> arguments) {
    return new StepShape(
        arguments.get(0).equals("gate"),
        Integer.parseInt(arguments.get(1)),
        Integer.parseInt(arguments.get(2)),
        Integer.parseInt(arguments.get(3)),
        Integer.parseInt(arguments.get(4)),
        Integer.parseInt(arguments.get(5)));
  }

  List<String> arguments() {
    return List.of(
        gated ? "gate" : "block",
        Integer.toString(width),
        Integer.toString(layers),
        Integer.toString(length),
        Integer.toString(batch),
        Integer.toString(vocabulary));
  }

  Signature signature() {
    return Signature.tokens(length, vocabulary);
  }

  Configuration settings() {
    return new Configuration(
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
            Map.entry("attention.gate", gated ? "learned" : "none"),
            Map.entry("train.learning-rate", "1e-3")));
  }

  /** The operations of a step's products: 6 x parameters x tokens. */
  double flops(long parameters) {
    return 6.0 * parameters * batch * length;
  }
}
