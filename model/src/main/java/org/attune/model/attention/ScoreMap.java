package org.attune.model.attention;

import java.util.Optional;
import org.attune.model.primitive.KeyMask;
import org.attune.model.program.Value;

/** Stage: maps scores to scores, or weights to weights: convolutions and head mixing. */
public interface ScoreMap extends Part {

  /** Leaves scores unchanged. */
  ScoreMap NONE = (scores, place) -> scores;

  /** Maps (B, H, queries, keys) to the same shape. */
  Value map(Value scores, Place place);

  /** Maps scores, with access to queries, keys, values and the layer's input. */
  default Value map(Value scores, Signals signals, Place place) {
    return map(scores, place);
  }

  /**
   * Returns the keys that this map leaves to each query, if hiding the others is all it does.
   *
   * @param length tokens of a sequence
   */
  default Optional<KeyMask> mask(int length, Place place) {
    return Optional.empty();
  }
}
