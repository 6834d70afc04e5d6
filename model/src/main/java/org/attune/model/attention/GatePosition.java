package org.attune.model.attention;

/** The position of a gate, in the numbering of Qiu et al. 2025 (arXiv 2505.06708). */
public enum GatePosition {
  /** G1: on the heads' outputs. */
  OUTPUT,
  /** G2: on values. */
  VALUE,
  /** G3: on keys, before norm and positions. */
  KEY,
  /** G4: on queries, before norm and positions. */
  QUERY,
  /** G5: after the output projection. */
  PROJECTION
}
