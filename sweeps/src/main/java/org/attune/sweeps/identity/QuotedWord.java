package org.attune.sweeps.identity;

/**
 * A word in the names of cells. A word is spelled as typed; in double quotes, with YAML's escapes,
 * where a reader could take it for another: {@code a} beside {@code "a\u005cu0020"}.
 */
public final class QuotedWord {

  private static final char QUOTE = '"';
  private static final char ESCAPE = '\\';

  private QuotedWord() {}

  /** The word; no two words have one form, also where blanks in a row count as one. */
  public static String of(String word) {
    StringBuilder text = new StringBuilder();
    boolean quoted = isLikeParts(word);
    int before = ' ';
    for (int at = 0; at < word.length(); at += Character.charCount(before)) {
      int letter = word.codePointAt(at);
      boolean atEdge = before == ' ' || at == word.length() - 1;
      if (isHidden(letter) || letter == ' ' && atEdge) {
        text.append((letter < 0x10000 ? "\\u%04x" : "\\U%08x").formatted(letter));
        quoted = true;
      } else {
        text.append(letter == QUOTE || letter == ESCAPE ? "\\" : "").appendCodePoint(letter);
      }
      before = letter;
    }
    return quoted ? QUOTE + text.toString() + QUOTE : word;
  }

  /** Whether a word could be taken for the next part of a name, or for a word in quotes. */
  private static boolean isLikeParts(String word) {
    int next = word.indexOf(", ");
    return word.indexOf(QUOTE) == 0 || next >= 0 && word.indexOf('=', next) >= 0;
  }

  /** Whether a character leaves no mark, or the mark of a blank. */
  private static boolean isHidden(int letter) {
    int type = Character.getType(letter);
    return letter != ' '
        && (Character.isWhitespace(letter)
            || Character.isSpaceChar(letter)
            || type == Character.CONTROL
            || type == Character.FORMAT);
  }
}
