package org.attune.model.formula;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.attune.api.expression.Expression;

/**
 * A part of a formula, with its meaning. Sums and products have any number of arguments, in one
 * order however they were written.
 *
 * @param word what it is
 * @param arguments what it is made of
 * @param turned of each argument of a sum whether it is subtracted, of a product whether it divides
 * @param number of a {@link Word#NUMBER}; tokens of a shift; where learned things start, NaN for a
 *     matrix that starts as others do
 * @param name of an input; what learned things are told apart by; the axis of a reduction
 * @param axes what its numbers differ along
 * @param truth whether it is true or false rather than a number
 * @param from where it stands in the text, from 0
 * @param to behind it
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

  /** The same where it stands elsewhere. */
  Term at(Expression place) {
    return new Term(word, arguments, turned, number, name, axes, truth, place.from(), place.to());
  }

  Term with(double value, String text) {
    return new Term(word, arguments, turned, value, text, axes, truth, from, to);
  }

  /** Its column in the text, from 1. */
  int column() {
    return from + 1;
  }

  Term first() {
    return arguments.get(0);
  }

  boolean isNumber() {
    return word == Word.NUMBER;
  }

  /** What is learned in it, each once, in the order in which it is written. */
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

  /** Whether it or a part of it is one of some words. */
  boolean anywhere(Word... words) {
    return List.of(words).contains(word) || arguments.stream().anyMatch(a -> a.anywhere(words));
  }

  /** Whether it or a part of it reads an input of a name. */
  boolean reads(String input) {
    return (word == Word.INPUT && name.equals(input))
        || arguments.stream().anyMatch(a -> a.reads(input));
  }
}
