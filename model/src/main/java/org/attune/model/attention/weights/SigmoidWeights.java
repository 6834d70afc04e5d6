package org.attune.model.attention.weights;

import static org.attune.model.primitive.ScoreGate.scoreGate;

import java.util.List;
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
 * {@code a_ij = sigmoid(s_ij - log n)}: keys do not compete. The bias keeps a row's sum near one at
 * the start.
 *
 * @param bias whether n is the length or the number of keys seen
 */
public record SigmoidWeights(Bias bias) implements Weights {

  private static final Parameter BIAS =
      Parameter.choice(
          "attention.weights.bias",
          "sigmoid_bias",
          "what a score's bias is the logarithm of",
          List.of(
              Option.of("length", "the sequence's length", "arXiv 2409.04431"),
              Option.of("visible", "the number of keys that the query sees", "")));

  public static final Option OPTION =
      Option.of(
          "sigmoid",
          "sigmoid of each score, biased by the number of keys",
          "arXiv 2409.04431; Patterns and Messages, P1",
          BIAS);

  public SigmoidWeights(Configuration settings) {
    this(settings.choice(BIAS).equals("length") ? Bias.LENGTH : Bias.VISIBLE);
  }

  @Override
  public Value from(Value scores, Signals signals, Place place) {
    return scoreGate(scores, Pointwise.SIGMOID, bias, 0, place.mask());
  }
}
