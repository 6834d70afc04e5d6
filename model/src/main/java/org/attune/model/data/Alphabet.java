package org.attune.model.data;

import java.util.Arrays;

/** The alphabet of texts: newline, then printable ASCII. All other characters become '?'. */
public final class Alphabet {

  /** The number of characters. */
  public static final int SIZE = 96;

  private static final int NEWLINE = 0;
  private static final int SPACE = 1; // further printable characters follow in ASCII's order
  private static final int UNKNOWN = SPACE + '?' - ' ';

  private Alphabet() {}

  /**
   * Encodes a text, character by character. The bytes of '?' are the mean over the characters that
   * it stands for, real question marks among them.
   */
  public static Tokens encode(String text) {
    char[] ids = new char[text.length()];
    long unknown = 0; // characters encoded as '?'
    long unknownBytes = 0; // in UTF-8; each half of a surrogate pair has 2 of its 4
    for (int i = 0; i < ids.length; i++) {
      char c = text.charAt(i);
      boolean printable = c >= ' ' && c <= '~';
      ids[i] = (char) (c == '\n' ? NEWLINE : printable ? SPACE + c - ' ' : UNKNOWN);
      if (ids[i] == UNKNOWN) {
        unknown++;
        unknownBytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
      }
    }
    double[] bytes = new double[SIZE];
    Arrays.fill(bytes, 1);
    bytes[UNKNOWN] = unknown == 0 ? 1 : (double) unknownBytes / unknown;
    return new Tokens(ids, bytes);
  }
}
