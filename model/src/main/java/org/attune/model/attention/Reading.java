package org.attune.model.attention;

import org.attune.model.program.Value;

/** Stage: how queries read values out by keys. */
public interface Reading {

  /**
   * What each head reads.
   *
   * @param q (B·queries, d)
   * @param k (B·keys, d)
   * @param v (B·keys, d)
   * @return (B·queries, d)
   */
  Value read(Value q, Value k, Value v, Place place);
}
