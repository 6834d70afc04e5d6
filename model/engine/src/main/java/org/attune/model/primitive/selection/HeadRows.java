package org.attune.model.primitive.selection;

import org.attune.model.program.Value;

/**
 * Rows of tokens, which a rule reads head by head.
 *
 * @param numbers (B·T, H·d), row by row
 * @param length T
 * @param heads H
 * @param width d
 */
record HeadRows(double[] numbers, int length, int heads, int width) {

  static HeadRows of(double[] numbers, Value value, int heads) {
    return new HeadRows(numbers, value.length(), heads, value.columns() / heads);
  }

  int sequences() {
    return numbers.length / (length * heads * width);
  }

  /** The index of a token's first number in a head. */
  int at(int sequence, int head, int token) {
    return ((sequence * length + token) * heads + head) * width;
  }
}
