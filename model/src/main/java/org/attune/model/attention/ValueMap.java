package org.attune.model.attention;

import static org.attune.model.primitive.Apply.apply;

import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Value;

/** What is done to values once projected. */
@FunctionalInterface
public interface ValueMap {

  /** Nothing. */
  ValueMap PLAIN = (v, x, place) -> v;

  /** A sigmoid of each number. */
  ValueMap SIGMOID = (v, x, place) -> apply(Pointwise.SIGMOID, v);

  /**
   * Maps values.
   *
   * @param v as projected, (B·T, d / g)
   * @param x the layer's normalised input, (B·T, d)
   * @param place of the heads that have values of their own
   * @return (B·T, d / g)
   */
  Value map(Value v, Value x, Place place);
}
