package org.attune.sweeps.claim;

import java.util.Locale;

/** Who states a claim. */
public enum ClaimSource {
  /** The paper. */
  PAPER,
  /** We do, about something that the paper does not state. */
  OURS;

  /** The spelling in sweep files. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
