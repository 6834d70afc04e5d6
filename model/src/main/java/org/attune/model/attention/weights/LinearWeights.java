package org.attune.model.attention.weights;

import static org.attune.model.primitive.LinearAttention.linearAttention;
import static org.attune.model.primitive.elementwise.Additions.visible;

import java.util.Optional;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.attention.Weights;
import org.attune.model.primitive.Scores;
import org.attune.model.program.Value;

/** {@code a_ij = q_i·k_j}. */
public record LinearWeights() implements Weights {

  public static final Option OPTION =
      Option.of("linear", "the products themselves, Q K' V", "Katharopoulos et al. 2020");

  public LinearWeights(Configuration settings) {
    this();
  }

  @Override
  public Declaration declares() {
    return Declaration.needs(Feature.QUERY, Feature.KEY).lacking(Feature.LOGITS);
  }

  @Override
  public Value scores(Value q, Value k, Value v, Place place) {
    return Scores.scores(q, k, place.heads(), 1);
  }

  @Override
  public Value from(Value scores, Signals signals, Place place) {
    return visible(scores, place.mask());
  }

  @Override
  public Optional<Value> read(Value q, Value k, Value v, Place place) {
    return Optional.of(linearAttention(q, k, v, place.heads(), 1, place.mask()));
  }
}
