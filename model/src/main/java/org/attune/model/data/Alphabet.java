package org.attune.model.data;

import java.util.Arrays;

/** The characters a text may be told in: newline, then printable ASCII; all others become '?'. */
public final class Alphabet {

  /** How many there are. */
  public static final int SIZE = 96;

  private static final int UNKNOWN = '?' - ' ' + 1;

  private Alphabet() {}

  /** A text, character by character. */
  public static Tokens encode(String text) {
    char[] ids = new char[text.length()];
    long unknown = 0; // characters that become '?', and their bytes
    long unknownBytes = 0;
    for (int i = 0; i < ids.length; i++) {
      char c = text.charAt(i);
      boolean printable = c >= ' ' && c <= '~';
      ids[i] = (char) (c == '\n' ? 0 : (printable ? c : '?') - ' ' + 1);
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

  /** The character that a token stands for. */
  public static char character(int token) {
    return token == 0 ? '\n' : (char) (token - 1 + ' ');
  }
}
