package org.attune.model.engine;

/** The precision of matrix products on a GPU; everything else is float32. */
public enum Precision {
  /** Unrounded factors. */
  FLOAT32,
  /** Factors rounded to 10 mantissa bits, which tensor cores multiply several times faster. */
  TF32
}
