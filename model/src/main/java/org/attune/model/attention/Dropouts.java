package org.attune.model.attention;

import static org.attune.model.primitive.Dropout.dropout;

import java.util.List;
import org.attune.model.catalog.Configuration;
import org.attune.model.catalog.Parameter;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * What is dropped by chance in training, element by element.
 *
 * @param weights share of the attention weights
 * @param stream share of what a block adds to the residual stream
 * @param input share of what goes into the first block
 */
public record Dropouts(double weights, double stream, double input) {

  private static final double MOST = 0.95;

  public static final Parameter WEIGHTS =
      rate("weights", "of the attention weights, set to zero in training by chance");
  public static final Parameter STREAM =
      rate("stream", "of what attention and MLP add to the stream, likewise");
  public static final Parameter INPUT =
      rate("input", "of what goes into the first block, likewise");

  /** All that can be set. */
  public static final List<Parameter> PARAMETERS = List.of(WEIGHTS, STREAM, INPUT);

  private static Parameter rate(String name, String description) {
    return Parameter.real(
            "train.dropout." + name, "dropout_" + name, 0, MOST, 0, "share " + description)
        .added()
        .from("Srivastava et al. 2014");
  }

  /** Those of a configuration. */
  public static Dropouts of(Configuration settings) {
    return new Dropouts(settings.real(WEIGHTS), settings.real(STREAM), settings.real(INPUT));
  }

  /** Drops attention weights, (B, H, queries, keys): the last map of them. */
  public ScoreMap ofWeights() {
    return weights == 0 ? ScoreMap.NONE : (a, place) -> dropped(a, weights);
  }

  /** Drops of what is added to the stream, (B·T, d). */
  public Value ofStream(Value added) {
    return dropped(added, stream);
  }

  /** Drops of what goes into the first block, (B·T, d). */
  public Value ofInput(Value x) {
    return dropped(x, input);
  }

  private static Value dropped(Value x, double rate) {
    return rate == 0 || Program.of(x).evaluating() ? x : dropout(x, rate);
  }
}
