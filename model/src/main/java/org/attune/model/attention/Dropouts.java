package org.attune.model.attention;

import static org.attune.model.primitive.Dropout.dropout;

import java.util.List;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * The dropout rates of a network, element by element in training.
 *
 * @param weights rate for attention weights
 * @param stream rate for a block's additions to the residual stream
 * @param input rate for the input of the first block
 */
public record Dropouts(double weights, double stream, double input) {

  private static final double MOST = 0.95;

  public static final Parameter WEIGHTS =
      rate("weights", "of the attention weights that training sets to zero at random")
          .insteadOf(
              "dropout has three rates here: train.dropout.weights, .stream and .input", "dropout");
  public static final Parameter STREAM =
      rate(
          "stream",
          "of what attention and MLP add to the stream that training sets to zero at random");
  public static final Parameter INPUT =
      rate("input", "of the first block's input that training sets to zero at random");

  /** All parameters of dropout. */
  public static final List<Parameter> PARAMETERS = List.of(WEIGHTS, STREAM, INPUT);

  private static Parameter rate(String name, String description) {
    return Parameter.real(
            "train.dropout." + name, "dropout_" + name, 0, MOST, 0, "share " + description)
        .added()
        .from("Srivastava et al. 2014");
  }

  /** Returns the rates of a configuration. */
  public static Dropouts of(Configuration settings) {
    return new Dropouts(settings.real(WEIGHTS), settings.real(STREAM), settings.real(INPUT));
  }

  /**
   * Returns dropout on attention weights, (B, H, queries, keys). It is the last map of the weights.
   */
  public ScoreMap ofWeights() {
    return weights == 0 ? ScoreMap.NONE : (a, place) -> dropped(a, weights);
  }

  /** Applies dropout to an addition to the stream, (B·T, d). */
  public Value ofStream(Value added) {
    return dropped(added, stream);
  }

  /** Applies dropout to the input of the first block, (B·T, d). */
  public Value ofInput(Value x) {
    return dropped(x, input);
  }

  private static Value dropped(Value x, double rate) {
    return rate == 0 || Program.of(x).evaluating() ? x : dropout(x, rate);
  }
}
