package org.attune.model.attention;

import org.attune.model.program.Value;

/** Transforms projected values. */
@FunctionalInterface
public interface ValueMap {

  /** The identity. */
  ValueMap PLAIN = (v, x, place) -> v;

  /**
   * Maps values.
   *
   * @param v projected values, (B·T, d / g)
   * @param x the layer's normalised input, (B·T, d)
   * @param place place of the heads that have their own values
   * @return (B·T, d / g)
   */
  Value map(Value v, Value x, Place place);
}
