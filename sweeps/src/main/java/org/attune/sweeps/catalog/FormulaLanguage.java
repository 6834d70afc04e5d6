package org.attune.sweeps.catalog;

import java.util.Map;

/** The meaning of formulas, implemented by the training code. */
@FunctionalInterface
public interface FormulaLanguage {

  /**
   * Checks a formula and returns its canonical spelling.
   *
   * @param place the key of its axis
   * @param text as the user wrote it
   * @param names the formula's own names and their meanings
   * @throws IllegalArgumentException if it is not a formula; the message gives the place and the
   *     problem
   */
  String canonical(String place, String text, Map<String, String> names);
}
