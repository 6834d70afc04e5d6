package org.attune.model.attention;

import java.util.Optional;
import org.attune.model.primitive.KeyMask;
import org.attune.model.primitive.Scores;
import org.attune.model.program.Value;

/** Stage: computes attention weights from queries and keys, through scores. */
public interface Weights extends Part {

  /**
   * Computes the scores of queries and keys: scaled dot products, unless a rule defines its own.
   *
   * @param q (B·queries, d)
   * @param k (B·keys, d)
   * @param v values, for a rule that depends on them: (B·keys, d_v)
   * @return (B, H, queries, keys)
   */
  default Value scores(Value q, Value k, Value v, Place place) {
    return Scores.scores(q, k, place.heads(), place.scale());
  }

  /**
   * Turns scores into weights; hidden keys get exactly zero.
   *
   * @param scores (B, H, queries, keys), arbitrary where the mask hides the key
   * @param signals further inputs that weights may depend on
   * @return (B, H, queries, keys)
   */
  Value from(Value scores, Signals signals, Place place);

  /**
   * Reads values without computing scores, if a faster way exists and nothing else needs the
   * scores.
   *
   * @return (B·queries, d), or empty
   */
  default Optional<Value> read(Value q, Value k, Value v, Place place) {
    return Optional.empty();
  }

  /**
   * Reads values as {@link #read(Value, Value, Value, Place)} does, with only the scores that a
   * mask shows.
   *
   * @return (B·queries, d), or empty
   */
  default Optional<Value> read(Value q, Value k, Value v, KeyMask mask, Place place) {
    return Optional.empty();
  }

  /**
   * Returns these weights for sets with rows that do not count: their keys and values are 0. A rule
   * that depends on the set as a whole ignores these rows.
   *
   * @param given 1 for rows that a set has and 0 for others, (B·keys, 1)
   */
  default Weights among(Value given) {
    return this;
  }

  /** Returns the heads that have weights, if they differ from the heads of queries and keys. */
  default Place readers(Place place) {
    return place;
  }
}
