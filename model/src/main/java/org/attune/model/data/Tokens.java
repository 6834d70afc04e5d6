package org.attune.model.data;

/**
 * A text as numbers.
 *
 * @param ids one after the other, each below the vocabulary and in 16 bits
 * @param bytes how many bytes of UTF-8 each id stands for: on average over the text, where it
 *     stands for several characters
 */
public record Tokens(char[] ids, double[] bytes) {

  /** The number of tokens. */
  public int count() {
    return ids.length;
  }

  /** How many different ids there may be. */
  public int vocabulary() {
    return bytes.length;
  }
}
