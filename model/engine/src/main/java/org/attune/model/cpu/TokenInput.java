package org.attune.model.cpu;

/** An input of whole numbers: a token or a label in the first column of each row. */
final class TokenInput {

  private final Floats input;
  private final int bound;
  private final int[] tokens; // of the latest call

  /**
   * @param bound the size of the vocabulary: tokens lie in [0, bound)
   */
  TokenInput(Floats input, int bound) {
    this.input = input;
    this.bound = bound;
    tokens = new int[input.rows];
  }

  /** The current tokens, one per row, unchecked. The next call overwrites the array. */
  int[] read() {
    for (int i = 0; i < tokens.length; i++) {
      tokens[i] = (int) input.at(i, 0);
    }
    return tokens;
  }

  /**
   * Like {@link #read}, with a check of each token.
   *
   * @throws IllegalArgumentException if a token is not in [0, bound)
   */
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
