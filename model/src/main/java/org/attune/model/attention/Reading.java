package org.attune.model.attention;

import org.attune.model.program.Value;

/** Stage: reads values for queries by keys. */
public interface Reading extends Part {

  /**
   * Reads the values for each head.
   *
   * @param signals queries, keys and values of H heads each, and their inputs
   * @return (B·queries, H·d_v)
   */
  Value read(Signals signals, Place place);

  /** Reads values from queries, keys and values alone. */
  default Value read(Value q, Value k, Value v, Place place) {
    return read(new Signals(q, q, k, q, k, v), place);
  }

  /**
   * Returns the place of the heads that read, if they differ from the heads of queries and keys.
   */
  default Place readers(Place place) {
    return place;
  }
}
