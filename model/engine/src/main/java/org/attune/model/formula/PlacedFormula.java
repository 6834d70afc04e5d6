package org.attune.model.formula;

import java.util.Map;
import java.util.SplittableRandom;

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

  /**
   * Returns a formula whose numbers, but whole ones, are moved by a random share each, so that no
   * two numbers tie.
   *
   * @param most the largest share
   */
  public PlacedFormula moved(double most) {
    return new PlacedFormula(place, text, moved(term, most, new SplittableRandom(23)));
  }

  /**
   * Returns a formula that reads counts as a sequence has them, in whatever sequence it is tried.
   */
  public PlacedFormula counting(int tokens, int heads) {
    return new PlacedFormula(place, text, counting(term, Map.of("n", tokens, "heads", heads)));
  }

  private static Term counting(Term term, Map<String, Integer> counts) {
    return term.word() == Word.INPUT && counts.containsKey(term.name())
        ? term.with(Word.NUMBER).with(counts.get(term.name()), "")
        : term.with(part -> counting(part, counts));
  }

  private static Term moved(Term term, double most, SplittableRandom random) {
    boolean hasNumber = term.isNumber() || term.word() == Word.LEARNED;
    boolean moves = hasNumber && term.number() != Math.rint(term.number());
    SplittableRandom named = // a learned term keeps one start wherever it stands
        term.word() == Word.LEARNED ? new SplittableRandom(term.name().hashCode()) : random;
    double share = moves ? 1 + most * (0.5 + named.nextDouble() / 2) : 1;
    return term.with(a -> moved(a, most, random)).with(term.number() * share, term.name());
  }

  /** Returns its canonical text. */
  public String canonical() {
    return CanonicalFormula.of(term);
  }
}
