package org.attune.jobs.console;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import jline.console.WCWidth;

/**
 * Makes texts by others, such as names and messages, safe for a terminal. Nothing in them moves the
 * cursor, changes colours, starts a line, or changes the direction of writing.
 */
public final class TerminalText {

  /** Emoji take two columns; JLine's table is older than they are. */
  private static final int FIRST_EMOJI = 0x1F300;

  private static final int LAST_EMOJI = 0x1FAFF;

  /**
   * Line ends, a soft hyphen, and the joiners that Persian, Hindi and emoji are written with: none
   * moves the cursor or turns the direction of writing.
   */
  private static final String KEPT = "\n\t\u2028\u2029\u00AD\u200C\u200D";

  private TerminalText() {}

  /** A text in one line; unprintable characters become Java escapes such as {@code \n}. */
  public static String line(String text) {
    return plain(text, "");
  }

  /** A text with its own line ends; other unprintable characters become Java escapes. */
  public static String lines(String text) {
    return plain(text.replace("\r\n", "\n"), "\n\t");
  }

  /**
   * A command's output with its line ends, whatever their kind; other unprintable characters become
   * Java escapes. A carriage return moves the cursor unless a line ends after it.
   */
  static String output(String text) {
    return Stream.of(text.split("\r\n", -1))
        .map(part -> plain(part, KEPT))
        .collect(Collectors.joining("\r\n"));
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
      case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
          kept.indexOf(c) >= 0;
      case Character.FORMAT -> kept.indexOf(c) >= 0;
      case Character.SURROGATE -> false;
      default -> true;
    };
  }

  /** The Java escape of a character, which is also its escape in JSON. */
  static String escape(int c) {
    return switch (c) {
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      default -> {
        StringBuilder units = new StringBuilder();
        for (char unit : Character.toChars(c)) {
          units.append("\\u%04x".formatted((int) unit));
        }
        yield units.toString();
      }
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
    return c >= FIRST_EMOJI && c <= LAST_EMOJI ? 2 : Math.abs(WCWidth.wcwidth(c));
  }
}
