package org.attune.model.attention;

import org.attune.model.program.Value;

/** Stage: attention weights from scores. */
public interface Weights {

  /**
   * Turns scores into weights; hidden keys get exactly zero.
   *
   * @param scores (B, H, queries, keys), with anything where the mask hides the key
   * @return (B, H, queries, keys)
   */
  Value from(Value scores, Place place);

  /** Whether this is plain softmax, which has a fused kernel when nothing else needs scores. */
  default boolean isSoftmax() {
    return false;
  }
}
