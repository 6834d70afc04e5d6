package org.attune.model.attention;

import org.attune.model.program.Value;

/** Stage: the source of queries, keys or values. */
public interface Source extends Part {

  /**
   * Projects the layer's input.
   *
   * @param x the normalised input, (B·T, d)
   * @param name name of the projection: query, key or value
   * @return (B·T, d)
   */
  Value from(Value x, String name, Place place);
}
