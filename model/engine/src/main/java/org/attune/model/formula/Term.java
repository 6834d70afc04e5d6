package org.attune.model.formula;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
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
    TermAxes axes,
    boolean truth,
    int from,
    int to) {

  public Term {
    arguments = List.copyOf(arguments);
    turned = List.copyOf(turned);
  }

  static Term number(double value, Expression at) {
    return of(Word.NUMBER, TermAxes.NONE, false, at).with(value, "");
  }

  static Term input(String name, TermAxes axes, Expression at) {
    return of(Word.INPUT, axes, false, at).with(0, name);
  }

  static Term of(Word word, TermAxes axes, boolean truth, Expression at, Term... arguments) {
    List<Boolean> turned = Collections.nCopies(arguments.length, false);
    return new Term(word, List.of(arguments), turned, 0, "", axes, truth, at.from(), at.to());
  }

  /** Returns a sum or a product. */
  static Term chain(
      Word word, List<Term> arguments, List<Boolean> turned, TermAxes axes, Expression at) {
    return new Term(word, arguments, turned, 0, "", axes, false, at.from(), at.to());
  }

  /** Returns a reduction of x along an axis, at this term's position in the text. */
  Term reduction(Word word, Term x, TermAxis axis) {
    TermAxes left = x.axes().without(axis);
    return new Term(word, List.of(x), List.of(false), 0, axis.plural(), left, false, from, to);
  }

  /** Returns this term at another position in the text. */
  Term at(Expression place) {
    return new Term(word, arguments, turned, number, name, axes, truth, place.from(), place.to());
  }

  Term with(Word other) {
    return new Term(other, arguments, turned, number, name, axes, truth, from, to);
  }

  Term with(TermAxes other) {
    return new Term(word, arguments, turned, number, name, other, truth, from, to);
  }

  /** Returns this term with each argument replaced. */
  Term with(UnaryOperator<Term> each) {
    List<Term> others = arguments.stream().map(each).toList();
    return new Term(word, others, turned, number, name, axes, truth, from, to);
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
