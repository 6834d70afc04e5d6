package org.attune.model.task;

/** The characters a text is told in: newline, then printable ASCII; all others become '?'. */
final class Alphabet {

  static final int SIZE = 96;

  private Alphabet() {}

  static byte[] encode(String text) {
    byte[] tokens = new byte[text.length()];
    for (int i = 0; i < tokens.length; i++) {
      char c = text.charAt(i);
      boolean printable = c >= ' ' && c <= '~';
      tokens[i] = (byte) (c == '\n' ? 0 : (printable ? c : '?') - ' ' + 1);
    }
    return tokens;
  }

  static char character(int token) {
    return token == 0 ? '\n' : (char) (token - 1 + ' ');
  }
}
