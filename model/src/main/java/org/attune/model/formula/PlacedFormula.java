package org.attune.model.formula;

import java.util.Map;

/**
 * A checked formula at its place: all names are known there, and all shapes fit.
 *
 * @param place its place
 * @param text its original text
 * @param term its parsed term
 */
public record PlacedFormula(FormulaPlace place, String text, Term term) {

  /**
   * Reads a formula.
   *
   * @throws FormulaException if the text is not a formula, or reads a later token
   */
  public static PlacedFormula of(FormulaPlace place, String text) {
    return of(place, text, Map.of());
  }

  /**
   * Reads a formula with its own names.
   *
   * @param definitions definitions of its own names; all uses of a name share its learned terms
   */
  public static PlacedFormula of(FormulaPlace place, String text, Map<String, String> definitions) {
    PlacedFormula formula =
        new PlacedFormula(place, text, new FormulaReader(place, text, definitions).read());
    Causality.require(formula.term(), text);
    return formula;
  }

  /** Whether it reads the input of that name. */
  public boolean reads(String name) {
    return term.reads(name);
  }

  /** Whether it contains an infinity, to hide keys. */
  public boolean hides() {
    return infinite(term);
  }

  private static boolean infinite(Term term) {
    return (term.isNumber() && Double.isInfinite(term.number()))
        || term.arguments().stream().anyMatch(PlacedFormula::infinite);
  }

  /** Returns its canonical text. */
  public String canonical() {
    return CanonicalText.of(term);
  }
}
