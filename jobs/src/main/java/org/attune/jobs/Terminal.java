package org.attune.jobs;

import java.util.OptionalInt;

/** What is known of the terminal that the output goes to; the launcher says it. */
final class Terminal {

  /** Set to the width where stdout is a terminal. */
  private static final String COLUMNS = "attune.columns";

  /** Narrower than this no table can be read. */
  private static final int NARROWEST = 40;

  private Terminal() {}

  /** Whether stdout is a terminal, on which a screen can be drawn again. */
  static boolean isInteractive() {
    return System.getProperty(COLUMNS) != null;
  }

  /**
   * How wide lines should be at most: what the variable COLUMNS says, else the terminal's width;
   * empty where the output goes to a file or another program.
   */
  static OptionalInt columns() {
    String said = System.getenv("COLUMNS");
    String columns = said == null ? System.getProperty(COLUMNS, "") : said;
    return columns.matches("[1-9]\\d{0,4}")
        ? OptionalInt.of(Math.max(NARROWEST, Integer.parseInt(columns)))
        : OptionalInt.empty();
  }

  /** A table as text, no wider than the terminal. */
  static String fit(TextTable table) {
    OptionalInt columns = columns();
    return columns.isPresent() ? table.within(columns.getAsInt()) : table.aligned();
  }
}
