package org.attune.jobs.console;

import java.util.Locale;

/**
 * Makes texts by others, such as names and messages, safe for a terminal. Nothing in them moves the
 * cursor, changes colours, starts a line, or changes the direction of writing.
 */
public final class TerminalText {

  /**
   * First and last code points of characters that take two columns: Markus Kuhn's wcwidth, and
   * emoji.
   */
  private static final int[][] WIDE = {
    {0x1100, 0x115F},
    {0x2E80, 0x303E},
    {0x3040, 0xA4CF},
    {0xAC00, 0xD7A3},
    {0xF900, 0xFAFF},
    {0xFE30, 0xFE6F},
    {0xFF00, 0xFF60},
    {0xFFE0, 0xFFE6},
    {0x1F300, 0x1FAFF},
    {0x20000, 0x2FFFD},
    {0x30000, 0x3FFFD}
  };

  private TerminalText() {}

  /** A text in one line; unprintable characters become Java escapes such as {@code \n}. */
  public static String line(String text) {
    return plain(text, "");
  }

  /** A text with its own line ends; other unprintable characters become Java escapes. */
  public static String lines(String text) {
    return plain(text.replace("\r\n", "\n"), "\n\t");
  }

  private static String plain(String text, String kept) {
    if (text.codePoints().allMatch(c -> isShown(c, kept))) {
      return text;
    }
    StringBuilder plain = new StringBuilder();
    text.codePoints()
        .forEach(c -> plain.append(isShown(c, kept) ? Character.toString(c) : escape(c)));
    return plain.toString();
  }

  private static boolean isShown(int c, String kept) {
    return switch (Character.getType(c)) {
      case Character.CONTROL -> kept.indexOf(c) >= 0;
      case Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          false;
      default -> true;
    };
  }

  private static String escape(int c) {
    return switch (c) {
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      default -> String.format(Locale.ROOT, c > 0xFFFF ? "\\u{%x}" : "\\u%04x", c);
    };
  }

  /** The number of columns that a text takes. */
  static int width(String text) {
    return text.codePoints().map(TerminalText::width).sum();
  }

  /**
   * The number of columns that a character takes: two in Chinese, Japanese and Korean, none for an
   * accent.
   */
  static int width(int c) {
    int type = Character.getType(c);
    if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
      return 0;
    }
    for (int[] range : WIDE) {
      if (c >= range[0] && c <= range[1]) {
        return 2;
      }
    }
    return 1;
  }
}
