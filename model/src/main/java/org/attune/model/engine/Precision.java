package org.attune.model.engine;

import java.util.Locale;

/** How exactly a card multiplies matrices; everything else is float32. */
public enum Precision {
  /** Factors as they are. */
  FLOAT32,
  /**
   * Factors rounded to 10 bits after the point, which tensor cores multiply several times faster.
   */
  TF32;

  /** As sweep files have it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The precision of a sweep file's word.
   *
   * @throws IllegalArgumentException if there is none of that name
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
