package org.attune.model.data;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The alphabet of texts: newline, then printable ASCII. */
public final class Alphabet {

  /** The number of characters. */
  public static final int SIZE = 96;

  private static final int NEWLINE = 0;
  private static final int SPACE = 1; // further printable characters follow in ASCII's order
  private static final int LONGEST = 4; // bytes of a character in UTF-8

  private Alphabet() {}

  /**
   * Encodes a text, character by character.
   *
   * @param text bytes of UTF-8
   * @throws IllegalArgumentException if a character is not of the alphabet
   */
  public static Tokens encode(byte[] text) {
    char[] ids = new char[text.length];
    for (int i = 0; i < ids.length; i++) {
      byte c = text[i];
      if (c != '\n' && (c < ' ' || c > '~')) {
        throw new IllegalArgumentException(
            ("Cannot cut the text into characters: byte %d begins U+%04X, and characters are"
                    + " newline and printable ASCII; set task.tokens to bytes or bpe")
                .formatted(i, codePoint(text, i)));
      }
      ids[i] = (char) (c == '\n' ? NEWLINE : SPACE + c - ' ');
    }
    double[] bytes = new double[SIZE];
    Arrays.fill(bytes, 1);
    return new Tokens(ids, bytes);
  }

  private static int codePoint(byte[] text, int from) {
    int length = Math.min(LONGEST, text.length - from);
    return new String(text, from, length, StandardCharsets.UTF_8).codePointAt(0);
  }
}
