package org.attune.model.contract;

/** Trainable numbers at {@link Shape#STATED}, where width is 8 and 2 heads have 4 columns each. */
final class Counted {

  /** Of the norms of queries and keys. */
  static final int GAINS = 2 * 4;

  /** Of a plain layer. */
  static final int PLAIN = 3 * 8 * 8 + GAINS;

  /** Of a learned gate. */
  static final int GATE = 8 * 8;

  private Counted() {}
}
