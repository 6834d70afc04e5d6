package org.attune.model.formula;

import java.util.Map;

/**
 * A formula at its place, checked: every name is known there, and all shapes meet.
 *
 * @param place where it stands
 * @param text as it was written
 * @param term what it means
 */
public record PlacedFormula(FormulaPlace place, String text, Term term) {

  /**
   * Reads a formula.
   *
   * @throws FormulaException where it is none, or reads a later token
   */
  public static PlacedFormula of(FormulaPlace place, String text) {
    return of(place, text, Map.of());
  }

  /**
   * Reads a formula with names of its own.
   *
   * @param definitions what its own names stand for; something learned there is one and the same
   *     wherever the name stands
   */
  public static PlacedFormula of(FormulaPlace place, String text, Map<String, String> definitions) {
    PlacedFormula formula =
        new PlacedFormula(place, text, new FormulaReader(place, text, definitions).read());
    Causality.require(formula.term(), text);
    return formula;
  }

  /** Whether it reads what a name stands for. */
  public boolean reads(String name) {
    return term.reads(name);
  }

  /** Whether it takes scores to minus infinity, to hide keys. */
  public boolean hides() {
    return infinite(term);
  }

  private static boolean infinite(Term term) {
    return (term.isNumber() && Double.isInfinite(term.number()))
        || term.arguments().stream().anyMatch(PlacedFormula::infinite);
  }

  /** The one way to write it. */
  public String canonical() {
    return CanonicalText.of(term);
  }
}
