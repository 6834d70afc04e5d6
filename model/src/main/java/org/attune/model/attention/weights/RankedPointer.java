package org.attune.model.attention.weights;

import static org.attune.model.primitive.RankedWeights.rankedWeights;

import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.attention.Weights;
import org.attune.model.primitive.Scores;
import org.attune.model.program.Value;

/**
 * A placeholder for RWSP, which no publication defines. The keys with the largest scores get the
 * fixed weights 1, 1/2, 1/4, ... over their sum. The gradient is that of the softmax over those
 * keys. This is our definition, not its author's.
 */
public record RankedPointer(int count) implements Weights {

  public static final Option OPTION =
      Option.of(
          "rwsp-placeholder",
          "fixed weights by rank: a stand-in for RWSP, which is undefined in print",
          "ours; not the author's RWSP",
          TopKeys.COUNT);

  public RankedPointer(Configuration settings) {
    this(settings.integer(TopKeys.COUNT));
  }

  /** Returns {@code q_i·k_j}, unscaled: a pointer only compares scores. */
  @Override
  public Value scores(Value q, Value k, Value v, Place place) {
    return Scores.scores(q, k, place.heads(), 1);
  }

  @Override
  public Value from(Value scores, Signals signals, Place place) {
    return rankedWeights(scores, place.mask(), count);
  }
}
