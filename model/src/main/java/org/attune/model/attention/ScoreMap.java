package org.attune.model.attention;

import org.attune.model.program.Value;

/** Stage: a map of scores to scores, or of weights to weights: convolutions and head mixing. */
public interface ScoreMap extends Part {

  /** Leaves scores as they are. */
  ScoreMap NONE = (scores, place) -> scores;

  /** (B, H, queries, keys) to the same. */
  Value map(Value scores, Place place);

  /** The same where queries, keys, values and the layer's input may be read too. */
  default Value map(Value scores, Signals signals, Place place) {
    return map(scores, place);
  }
}
