package org.attune.sweeps.catalog;

import java.util.Map;

/** What formulas mean, which those who train know. */
@FunctionalInterface
public interface FormulaLanguage {

  /**
   * Checks a formula and spells it in the one way.
   *
   * @param place the key of the axis where it stands
   * @param text as a user writes it
   * @param names what names of the formula's own stand for
   * @throws IllegalArgumentException when it is none; the message says where and what
   */
  String canonical(String place, String text, Map<String, String> names);
}
