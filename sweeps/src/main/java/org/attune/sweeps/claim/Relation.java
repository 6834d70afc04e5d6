package org.attune.sweeps.claim;

import java.util.Locale;

/** The direction of a claim. */
public enum Relation {
  /** Higher by more than the margin. */
  ABOVE,
  /** Lower by more than the margin. */
  BELOW,
  /** Within the margin, on either side. */
  NEAR;

  /** The other direction; {@link #NEAR} has none and stays. */
  public Relation opposite() {
    return switch (this) {
      case ABOVE -> BELOW;
      case BELOW -> ABOVE;
      case NEAR -> NEAR;
    };
  }

  /** The spelling in sweep files. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
