package org.attune.model.data;

import java.util.Arrays;

/**
 * A text as tokens.
 *
 * @param ids token ids in order, each below the vocabulary size and in 16 bits
 * @param bytes number of UTF-8 bytes that each id stands for, wherever it is
 */
public record Tokens(char[] ids, double[] bytes) {

  /** Cuts a text into its bytes, the ids 0 to 255. */
  public static Tokens ofBytes(byte[] text) {
    char[] ids = new char[text.length];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = (char) (text[i] & 0xFF);
    }
    double[] one = new double[BytePairs.BYTES];
    Arrays.fill(one, 1);
    return new Tokens(ids, one);
  }

  /** Returns the number of tokens. */
  public int count() {
    return ids.length;
  }

  /** Returns the vocabulary size. */
  public int vocabulary() {
    return bytes.length;
  }
}
