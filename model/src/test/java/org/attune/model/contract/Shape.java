package org.attune.model.contract;

/**
 * Sizes to run a case at; heads have four columns.
 *
 * @param length tokens of a sequence, or pairs given of a set
 */
record Shape(int batch, int length, int heads) {

  /** The shape at which parameters are counted and everything is held. */
  static final Shape STATED = new Shape(2, 5, 2);

  int width() {
    return 4 * heads;
  }
}
