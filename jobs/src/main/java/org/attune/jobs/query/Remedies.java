package org.attune.jobs.query;

/** The end of a message: what was probably meant, and where to look. */
final class Remedies {

  private Remedies() {}

  /**
   * Joins the two.
   *
   * @param hint with its {@code ;}, and perhaps a question mark; may be empty
   */
  static String of(String hint, String lookUp) {
    return hint + (hint.endsWith("?") ? " " : "; ") + lookUp;
  }
}
