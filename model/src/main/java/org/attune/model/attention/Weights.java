package org.attune.model.attention;

import java.util.Optional;
import org.attune.model.primitive.Scores;
import org.attune.model.program.Value;

/** Stage: attention weights from queries and keys, by way of scores. */
public interface Weights extends Part {

  /**
   * Compares queries with keys; scaled dot products unless a rule has scores of its own.
   *
   * @param q (B·queries, d)
   * @param k (B·keys, d)
   * @param v what will be read, for a rule that looks at it: (B·keys, d_v)
   * @return (B, H, queries, keys)
   */
  default Value scores(Value q, Value k, Value v, Place place) {
    return Scores.scores(q, k, place.heads(), place.scale());
  }

  /**
   * Turns scores into weights; hidden keys get exactly zero.
   *
   * @param scores (B, H, queries, keys), with anything where the mask hides the key
   * @param signals what else weights may depend on
   * @return (B, H, queries, keys)
   */
  Value from(Value scores, Signals signals, Place place);

  /**
   * Reads values without forming scores, where there is a faster way and nothing else needs them.
   *
   * @return (B·queries, d), or empty
   */
  default Optional<Value> read(Value q, Value k, Value v, Place place) {
    return Optional.empty();
  }

  /**
   * The same over sets some of whose rows count for nothing: their keys and values are 0. What
   * looks at a set as a whole leaves them out.
   *
   * @param given 1 for rows that a set has and 0 for others, (B·keys, 1)
   */
  default Weights among(Value given) {
    return this;
  }

  /** The heads that weights come for, where these are not the heads of queries and keys. */
  default Place readers(Place place) {
    return place;
  }
}
