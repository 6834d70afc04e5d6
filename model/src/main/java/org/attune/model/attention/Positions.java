package org.attune.model.attention;

import org.attune.model.program.Value;

/** Stage: what positions do to queries and keys. */
public interface Positions extends Part {

  /** Nothing: there are none, or the embedding has them. */
  Positions NONE = (x, place) -> x;

  /** Queries or keys, (B·T, d), to the same. */
  Value placed(Value x, Place place);

  /** What they do to scores; nothing, as a rule. */
  default ScoreMap scores() {
    return ScoreMap.NONE;
  }
}
