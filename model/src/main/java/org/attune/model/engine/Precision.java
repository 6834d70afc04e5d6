package org.attune.model.engine;

import java.util.Locale;

/** The precision of matrix products on a GPU; everything else is float32. */
public enum Precision {
  /** Unrounded factors. */
  FLOAT32,
  /** Factors rounded to 10 mantissa bits, which tensor cores multiply several times faster. */
  TF32;

  /** The name in sweep files. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The precision named in a sweep file.
   *
   * @throws IllegalArgumentException if no precision has that name
   */
  public static Precision of(String key) {
    for (Precision p : values()) {
      if (p.key().equals(key)) {
        return p;
      }
    }
    throw new IllegalArgumentException("Invalid precision: '%s' (float32 or tf32)".formatted(key));
  }
}
