package org.attune.model.cpu;

/** An integer input of tokens. */
final class Tokens {

  private final Floats input;
  private final int[] tokens;
  private final int bound;

  /**
   * @param bound tokens must lie in [0, bound)
   */
  Tokens(Floats input, int bound) {
    this.input = input;
    this.bound = bound;
    tokens = new int[input.rows];
  }

  /** The current tokens, unchecked. */
  int[] read() {
    for (int i = 0; i < tokens.length; i++) {
      tokens[i] = (int) input.at(i, 0);
    }
    return tokens;
  }

  /** The current tokens, checked against the bound. */
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
