package org.attune.model.bench;

import java.util.Locale;

/** Prints figures of a benchmark, one a line. */
final class Figure {

  private Figure() {}

  /** Prints a figure to two decimals. */
  static void print(String name, double value, String unit) {
    print("%.2f", name, value, unit);
  }

  /**
   * Prints a figure.
   *
   * @param format of the number: {@code %.3f}
   */
  static void print(String format, String name, double value, String unit) {
    System.out.printf(Locale.ROOT, "%s " + format + " %s%n", name, value, unit);
  }
}
