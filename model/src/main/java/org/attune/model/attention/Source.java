package org.attune.model.attention;

import org.attune.model.program.Value;

/** Stage: what queries, keys or values are made from. */
public interface Source extends Part {

  /**
   * Projects the layer's input.
   *
   * @param x the normalised input, (B·T, d)
   * @param name of the projection: query, key or value
   * @return (B·T, d)
   */
  Value from(Value x, String name, Place place);
}
