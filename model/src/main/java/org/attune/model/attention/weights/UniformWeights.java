package org.attune.model.attention.weights;

import static org.attune.model.primitive.Scale.scale;
import static org.attune.model.primitive.Softmax.softmax;

import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.attention.Weights;
import org.attune.model.catalog.Configuration;
import org.attune.model.catalog.Parameter.Option;
import org.attune.model.program.Value;

/** {@code a_ij = 1/n_i}: the mean of the values seen, for any query. */
public record UniformWeights() implements Weights {

  public static final Option OPTION =
      Option.of("uniform", "the mean of the values seen", "Garnelo and Czarnecki 2023 (NP-Former)");

  public UniformWeights(Configuration settings) {
    this();
  }

  @Override
  public Declaration declares() {
    return Declaration.lacks(Feature.SCORES);
  }

  @Override
  public Value from(Value scores, Signals signals, Place place) {
    return softmax(scale(scores, 0), place.mask());
  }
}
