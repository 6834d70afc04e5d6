package org.attune.model.task;

import java.util.Arrays;

/**
 * A token sequence that asks for some of its next tokens.
 *
 * @param tokens (T) the tokens that a network reads
 * @param labels (T) the token to predict at each position; -1 where there is none
 * @param asked (T) whether the answer at a position counts. It has a label there
 */
record AskedSequence(int[] tokens, int[] labels, boolean[] asked) {

  /** Returns a sequence of {@code length} tokens without labels and questions. */
  static AskedSequence of(int length) {
    int[] labels = new int[length];
    Arrays.fill(labels, -1);
    return new AskedSequence(new int[length], labels, new boolean[length]);
  }

  /**
   * Returns a sequence whose labels are the next tokens.
   *
   * @param all the T tokens and the one after them
   * @param askedTokens which of them count as answers
   */
  static AskedSequence predicting(int[] all, boolean[] askedTokens) {
    AskedSequence sequence = of(all.length - 1);
    for (int t = 0; t < all.length - 1; t++) {
      sequence.tokens[t] = all[t];
      sequence.labels[t] = all[t + 1];
      sequence.asked[t] = askedTokens[t + 1];
    }
    return sequence;
  }

  /** Returns a sequence that asks for an answer at every token. */
  static AskedSequence everywhere(int[] tokens, int[] answers) {
    boolean[] asked = new boolean[tokens.length];
    Arrays.fill(asked, true);
    return new AskedSequence(tokens, answers, asked);
  }

  /** Asks for a token at a position. */
  void ask(int position, int answer) {
    labels[position] = answer;
    asked[position] = true;
  }
}
