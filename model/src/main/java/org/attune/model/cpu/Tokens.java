package org.attune.model.cpu;

/** An input of whole numbers, as the names that they are. */
final class Tokens {

  private final Floats input;
  private final int[] tokens;
  private final int bound;

  /**
   * @param bound tokens are in [0, bound)
   */
  Tokens(Floats input, int bound) {
    this.input = input;
    this.bound = bound;
    tokens = new int[input.rows];
  }

  /** The tokens as they are now, unchecked. */
  int[] read() {
    for (int i = 0; i < tokens.length; i++) {
      tokens[i] = (int) input.at(i, 0);
    }
    return tokens;
  }

  /** The tokens as they are now. */
  int[] readChecked() {
    read();
    for (int token : tokens) {
      if (token < 0 || token >= bound) {
        throw new IllegalArgumentException(
            "Invalid token: " + token + " (the vocabulary is 0 to " + (bound - 1) + ")");
      }
    }
    return tokens;
  }
}
