package org.attune.model.attention;

import org.attune.model.program.Value;

/** Stage: how queries read values out by keys. */
public interface Reading extends Part {

  /**
   * What each head reads.
   *
   * @param signals queries, keys and values of H heads each, and what they were made from
   * @return (B·queries, H·d_v)
   */
  Value read(Signals signals, Place place);

  /** The same where there are queries, keys and values alone. */
  default Value read(Value q, Value k, Value v, Place place) {
    return read(new Signals(q, q, k, q, k, v), place);
  }

  /** The heads that read, where these are not the heads of queries and keys. */
  default Place readers(Place place) {
    return place;
  }
}
