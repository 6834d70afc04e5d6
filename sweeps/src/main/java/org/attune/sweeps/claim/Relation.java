package org.attune.sweeps.claim;

import java.util.Locale;

/** Which way a claim goes. */
public enum Relation {
  /** By more than the margin. */
  ABOVE,
  /** By more than the margin. */
  BELOW,
  /** No further off than the margin, on either side. */
  NEAR;

  /** As sweep files have it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
