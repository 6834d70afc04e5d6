package org.attune.model.data;

/**
 * A text as tokens.
 *
 * @param ids token ids in order, each below the vocabulary size and in 16 bits
 * @param bytes number of UTF-8 bytes per id. For an id that stands for several characters, it is
 *     the mean over the text
 */
public record Tokens(char[] ids, double[] bytes) {

  /** Returns the number of tokens. */
  public int count() {
    return ids.length;
  }

  /** Returns the vocabulary size. */
  public int vocabulary() {
    return bytes.length;
  }
}
