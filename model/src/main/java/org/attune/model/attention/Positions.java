package org.attune.model.attention;

import org.attune.model.program.Value;

/** Stage: the effect of positions on queries and keys. */
public interface Positions extends Part {

  /** No effect: there are no positions, or the embedding holds them. */
  Positions NONE = (x, place) -> x;

  /** Encodes positions in queries or keys, (B·T, d). */
  Value placed(Value x, Place place);

  /** Returns the effect of positions on scores; none by default. */
  default ScoreMap scores() {
    return ScoreMap.NONE;
  }
}
