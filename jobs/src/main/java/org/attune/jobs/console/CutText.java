package org.attune.jobs.console;

/** A text that must not be longer than its place. */
public final class CutText {

  private CutText() {}

  /**
   * The text itself, or its beginning and a mark.
   *
   * @param most characters of the result
   * @param mark at the end of a text that was cut, such as {@code "..."}
   */
  public static String of(String text, int most, String mark) {
    return text.length() <= most ? text : text.substring(0, most - mark.length()) + mark;
  }
}
