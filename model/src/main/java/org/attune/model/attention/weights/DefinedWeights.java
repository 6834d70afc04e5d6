package org.attune.model.attention.weights;

import java.util.List;
import java.util.Map;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.FunctionOptions;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.attention.Weights;
import org.attune.model.attention.formula.Definition;
import org.attune.model.attention.formula.Definitions;
import org.attune.model.formula.Lowering;
import org.attune.model.formula.Sizes;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * Weights by definition, for sequences and for sets. Keys do not compete.
 *
 * @param definition the formula
 * @param declares what it lacks
 */
public record DefinedWeights(Definition definition, Declaration declares) implements Weights {

  private static final Parameter BIAS =
      Parameter.choice(
          "attention.weights.bias",
          "sigmoid_bias",
          "what a score's bias is the logarithm of",
          List.of(
              Option.of("length", "the sequence's length", "arXiv 2409.04431"),
              Option.of("visible", "the number of keys that the query sees", "")));
  private static final Parameter FUNCTION =
      Parameter.choice(
          "attention.weights.function",
          "score_function",
          "function of each score",
          FunctionOptions.of("sigmoid", "relu", "silu", "identity"));
  private static final Parameter NORM =
      Parameter.choice(
          "attention.weights.norm",
          "score_norm",
          "what a weight is divided by",
          List.of(
              Option.of("root", "the root of the number of keys", "Patterns and Messages, P2"),
              Option.of("count", "the number of keys", "arXiv 2309.08586")));

  public static final Option UNIFORM =
      Option.of("uniform", "the mean of the values seen", "Garnelo and Czarnecki 2023 (NP-Former)");

  public static final Option SIGMOID =
      Option.of(
          "sigmoid",
          "sigmoid of each score, biased by the number of keys",
          "arXiv 2409.04431; Patterns and Messages, P1",
          BIAS);

  public static final Option SCORE_GATE =
      Option.of(
          "score-gate",
          "a function of each score, over a power of the number of keys",
          "Patterns and Messages, P2, P3",
          FUNCTION,
          NORM);

  /** Returns the mean of the values seen. */
  public static DefinedWeights uniform(Configuration settings) {
    return new DefinedWeights(Definitions.UNIFORM, Declaration.lacks(Feature.SCORES));
  }

  /** Returns the sigmoid weights that a configuration chooses. */
  public static DefinedWeights sigmoid(Configuration settings) {
    return new DefinedWeights(
        Definitions.sigmoidWeights(settings.choice(BIAS)), Declaration.NOTHING);
  }

  /** Returns the gated scores that a configuration chooses. */
  public static DefinedWeights scoreGate(Configuration settings) {
    return scoreGate(settings.choice(FUNCTION), settings.choice(NORM));
  }

  /**
   * Returns gated scores. The identity lacks logits: unlike the other functions it has no floor, so
   * a low score gets a large weight.
   */
  static DefinedWeights scoreGate(String function, String norm) {
    boolean floor = !function.equals("identity");
    return new DefinedWeights(
        Definitions.scoreGate(function, norm),
        floor ? Declaration.NOTHING : Declaration.lacks(Feature.LOGITS));
  }

  @Override
  public Value from(Value scores, Signals signals, Place place) {
    Sizes sizes =
        new Sizes(scores.size(2), scores.size(3), place.heads(), place.headWidth(), place.mask());
    return Lowering.describe(
        definition.placed(place.mask()),
        Program.of(scores),
        "weights",
        sizes,
        Map.of("s", scores)); // (B, H, queries, keys)
  }
}
