package org.attune.api.catalog;

import java.util.Map;
import java.util.Optional;

/**
 * The meaning of formulas, implemented by the training code.
 *
 * <pre>{@code
 * FormulaLanguage trimmed = (place, text, holes) -> text.trim();
 * trimmed.canonical("gate", " sigmoid(x) ", Map.of()); // sigmoid(x)
 * }</pre>
 */
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

  /**
   * Returns the formulas that grow from one; empty if this language has no rewrites.
   *
   * @param steps how many functions, signs and learned numbers more than the start they may have
   * @throws IllegalArgumentException if the text is not a formula
   */
  default Optional<Growth> growth(String place, String text, int steps) {
    return Optional.empty();
  }
}
