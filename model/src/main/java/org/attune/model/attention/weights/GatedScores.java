package org.attune.model.attention.weights;

import static org.attune.model.primitive.ScoreGate.scoreGate;

import java.util.List;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.FunctionOptions;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.attention.Weights;
import org.attune.model.catalog.Configuration;
import org.attune.model.catalog.Parameter;
import org.attune.model.catalog.Parameter.Option;
import org.attune.model.primitive.Pointwise;
import org.attune.model.primitive.ScoreGate.Bias;
import org.attune.model.program.Value;

/**
 * {@code a_ij = f(s_ij) / n_i^p}, where n_i is the number of keys that query i sees: like a LoRA's
 * scale with p = 1/2, the mean with p = 1.
 */
public record GatedScores(Pointwise function, double power) implements Weights {

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

  public static final Option OPTION =
      Option.of(
          "score-gate",
          "a function of each score, over a power of the number of keys",
          "Patterns and Messages, P2, P3",
          FUNCTION,
          NORM);

  public GatedScores(Configuration settings) {
    this(Pointwise.of(settings.choice(FUNCTION)), settings.choice(NORM).equals("root") ? 0.5 : 1);
  }

  /**
   * The identity lacks logits: unlike the other functions it has no floor, so a low score gets a
   * large weight.
   */
  @Override
  public Declaration declares() {
    return function == Pointwise.IDENTITY ? Declaration.lacks(Feature.LOGITS) : Declaration.NOTHING;
  }

  @Override
  public Value from(Value scores, Signals signals, Place place) {
    return scoreGate(scores, function, Bias.NONE, power, place.mask());
  }
}
