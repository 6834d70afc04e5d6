package org.attune.model.formula;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.attune.api.expression.Expression;

/**
 * A part of a formula, with its meaning. Sums and products have any number of arguments, in one
 * order regardless of the text.
 *
 * @param word kind of the term
 * @param arguments arguments of the term
 * @param turned for each argument: whether a sum subtracts it, or a product divides by it
 * @param number value of a {@link Word#NUMBER}; tokens of a shift; initial value of learned terms,
 *     NaN for a matrix with the usual initialisation
 * @param name name of an input; label of a learned term; axis of a reduction
 * @param axes axes of its numbers
 * @param truth whether it is a truth value; if not, a number
 * @param from where it starts in the text, from 0
 * @param to index in the text just after it
 */
public record Term(
    Word word,
    List<Term> arguments,
    List<Boolean> turned,
    double number,
    String name,
    Axes axes,
    boolean truth,
    int from,
    int to) {

  public Term {
    arguments = List.copyOf(arguments);
    turned = List.copyOf(turned);
  }

  static Term number(double value, Expression at) {
    return new Term(
        Word.NUMBER, List.of(), List.of(), value, "", Axes.NONE, false, at.from(), at.to());
  }

  static Term input(String name, Axes axes, Expression at) {
    return new Term(Word.INPUT, List.of(), List.of(), 0, name, axes, false, at.from(), at.to());
  }

  static Term of(Word word, Axes axes, boolean truth, Expression at, Term... arguments) {
    return new Term(
        word,
        List.of(arguments),
        Collections.nCopies(arguments.length, false),
        0,
        "",
        axes,
        truth,
        at.from(),
        at.to());
  }

  /** Returns this term at another position in the text. */
  Term at(Expression place) {
    return new Term(word, arguments, turned, number, name, axes, truth, place.from(), place.to());
  }

  Term with(double value, String text) {
    return new Term(word, arguments, turned, value, text, axes, truth, from, to);
  }

  /** Returns its column in the text, from 1. */
  int column() {
    return from + 1;
  }

  Term first() {
    return arguments.get(0);
  }

  boolean isNumber() {
    return word == Word.NUMBER;
  }

  /** Returns the learned terms in it, each once, in the order of the text. */
  List<Term> learned() {
    Map<String, Term> found = new LinkedHashMap<>();
    collect(this, found);
    return new ArrayList<>(found.values());
  }

  private static void collect(Term term, Map<String, Term> found) {
    if (term.word == Word.LINEAR || term.word == Word.LEARNED) {
      found.putIfAbsent(term.name, term);
    }
    term.arguments.forEach(a -> collect(a, found));
  }

  /** Whether it or a part of it has one of some words. */
  boolean anywhere(Word... words) {
    return List.of(words).contains(word) || arguments.stream().anyMatch(a -> a.anywhere(words));
  }

  /** Whether it or a part of it reads an input of that name. */
  boolean reads(String input) {
    return (word == Word.INPUT && name.equals(input))
        || arguments.stream().anyMatch(a -> a.reads(input));
  }
}
