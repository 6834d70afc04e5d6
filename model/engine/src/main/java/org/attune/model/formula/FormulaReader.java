package org.attune.model.formula;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.attune.api.expression.Dialect;
import org.attune.api.expression.Expression;
import org.attune.api.expression.ExpressionException;
import org.attune.api.expression.ExpressionParser;

/**
 * Parses a text into a term: it resolves names at the place, and computes the axes of each part.
 */
final class FormulaReader implements Calls.Reader {

  private static final int MOST_TERMS = 400;

  /** With each name written out. Text that long would not be read again: see {@link Dialect}. */
  private static final int MOST_EXPANDED = 1_000;

  private final FormulaPlace place;
  private final String text;
  private final Map<String, String> definitions;
  private final Map<String, Term> defined = new HashMap<>();
  private final Map<String, Integer> sizes = new HashMap<>(); // of what is defined
  private final Set<String> open = new HashSet<>();
  private final Set<String> used = new HashSet<>();
  private final Map<String, Term> labelled = new HashMap<>();
  private int anonymous;
  private int terms;
  private int expanded;

  FormulaReader(FormulaPlace place, String text, Map<String, String> definitions) {
    this.place = place;
    this.text = text;
    this.definitions = definitions;
  }

  Term read() {
    definitions.keySet().forEach(this::checkName);
    Term all = number(term(parsed(text)));
    for (String name : definitions.keySet()) {
      if (!used.contains(name)) {
        throw new FormulaException(
            "'%s' is given values and the formula '%s' does not read it; remove it, or write it in the formula"
                .formatted(name, text));
      }
    }
    if (!all.axes().within(place.result())) {
      throw new FormulaException(
          all.column(),
          "the formula gives %s and %s wants %s; %s"
              .formatted(all.axes(), place.key(), place.result(), cure(all.axes())));
    }
    return all;
  }

  /** Reads a part of a formula, of any axes. */
  Term part() {
    return number(term(parsed(text)));
  }

  private void checkName(String name) {
    if (place.name(name).isPresent()
        || Word.function(name).isPresent()
        || TermAxis.of(name).isPresent()
        || !name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
      throw new FormulaException(
          "'%s' cannot be a name of the formula's own: %s"
              .formatted(
                  name,
                  name.matches("[A-Za-z_][A-Za-z0-9_]*")
                      ? "it has a meaning here; choose another"
                      : "write letters, digits and _"));
    }
  }

  private static Expression parsed(String text) {
    try {
      return ExpressionParser.parse(text, Dialect.FORMULAS);
    } catch (ExpressionException e) {
      throw new FormulaException(e.column(), e.problem());
    }
  }

  private static String cure(TermAxes given) {
    if (given.has(TermAxis.FEATURE) || given.has(TermAxis.WIDTH)) {
      return "map it to the place's width with linear(...)";
    }
    return "sum it along channels, or take a number per head: linear(x, heads)";
  }

  // ---- expressions

  private Term term(Expression e) {
    if (++terms > MOST_TERMS) {
      throw new FormulaException(
          e.column(), "the formula has more than 400 parts; write it shorter");
    }
    expanded++;
    if (e instanceof Expression.Number number) {
      return Term.number(number.value(), e);
    }
    if (e instanceof Expression.Truth) {
      throw new FormulaException(
          e.column(), "'%s' is not a number; write 1 or 0".formatted(text(e)));
    }
    if (e instanceof Expression.Name name) {
      return named(name);
    }
    if (e instanceof Expression.Not not) {
      Term x = truth(not.x());
      return Term.of(Word.NOT, x.axes(), true, e, x);
    }
    if (e instanceof Expression.Negative negative) {
      return OperandOrder.negative(number(term(negative.x())), e);
    }
    if (e instanceof Expression.Binary binary) {
      return binary(binary);
    }
    return new Calls(this).call((Expression.Call) e);
  }

  private Term named(Expression.Name name) {
    String word = name.text();
    if (word.equals("inf")) {
      return Term.number(Double.POSITIVE_INFINITY, name);
    }
    if (word.equals("pi")) {
      return Term.number(Math.PI, name);
    }
    Optional<FormulaPlace.Name> known = place.name(word);
    if (known.isPresent()) {
      return Term.input(word, known.get().axes(), name);
    }
    if (definitions.containsKey(word)) {
      return definition(word, name).at(name);
    }
    if (Word.function(word).isPresent()) {
      throw new FormulaException(
          name.column(),
          "'%s' is a function; write %s".formatted(word, Word.function(word).get().form()));
    }
    throw new FormulaException(
        name.column(),
        "'%s' has no meaning in %s; it reads %s, and names that you give values to%s"
            .formatted(word, place.key(), names(), elsewhere(word)));
  }

  private String names() {
    return place.names().stream().map(FormulaPlace.Name::text).collect(Collectors.joining(", "));
  }

  private static String elsewhere(String word) {
    return word.equals("t") ? " (the token's place is i)" : "";
  }

  private Term definition(String name, Expression at) {
    used.add(name);
    Term known = defined.get(name);
    if (known != null) {
      expanded += sizes.get(name);
      if (expanded > MOST_EXPANDED) {
        throw new FormulaException(
            at.column(),
            "with each name written out, the formula has more than %,d parts; use '%s' less often"
                .formatted(MOST_EXPANDED, name));
      }
      return known;
    }
    if (!open.add(name)) {
      throw new FormulaException(at.column(), "'%s' is defined by itself".formatted(name));
    }
    int before = expanded;
    try {
      Term term = number(term(parsed(definitions.get(name))));
      defined.put(name, term);
      sizes.put(name, expanded - before);
      return term;
    } catch (FormulaException e) {
      throw e.within(name);
    } finally {
      open.remove(name);
    }
  }

  @Override
  public String function(Expression.Call call) {
    String word = definitions.get(call.function());
    if (word == null) {
      return call.function();
    }
    used.add(call.function());
    return word.strip();
  }

  private Term binary(Expression.Binary e) {
    return switch (e.operator()) {
      case "+" -> sum(e, false);
      case "-" -> sum(e, true);
      case "*" -> product(e, false);
      case "/" -> product(e, true);
      case "<" -> comparison(Word.LESS, e.left(), e.right(), e);
      case "<=" -> comparison(Word.AT_MOST, e.left(), e.right(), e);
      case ">" -> comparison(Word.LESS, e.right(), e.left(), e);
      case ">=" -> comparison(Word.AT_MOST, e.right(), e.left(), e);
      case "==" -> equality(e);
      case "!=" -> {
        Term equal = equality(e);
        yield Term.of(Word.NOT, equal.axes(), true, e, equal);
      }
      case "and" -> ordered(Word.AND, truth(e.left()), truth(e.right()), e);
      case "or" -> ordered(Word.OR, truth(e.left()), truth(e.right()), e);
      case "**" -> {
        Term base = number(term(e.left()));
        Term exponent = number(term(e.right()));
        yield Term.of(Word.POWER, meet(base, exponent, e), false, e, base, exponent);
      }
      default -> { // %
        Term left = number(term(e.left()));
        Term right = number(term(e.right()));
        if (!right.isNumber() || right.number() <= 0) {
          throw new FormulaException(
              e.right().column(),
              "'%s' must be a number above 0 to divide by".formatted(text(e.right())));
        }
        yield Term.of(Word.REMAINDER, left.axes(), false, e, left, right);
      }
    };
  }

  private Term sum(Expression.Binary e, boolean minus) {
    Term left = number(term(e.left()));
    Term right = number(term(e.right()));
    return OperandOrder.sum(left, right, minus, meet(left, right, e), e);
  }

  private Term product(Expression.Binary e, boolean divided) {
    Term left = number(term(e.left()));
    Term right = number(term(e.right()));
    return OperandOrder.product(left, right, divided, meet(left, right, e), e);
  }

  private Term equality(Expression.Binary e) {
    Term left = number(term(e.left()));
    Term right = number(term(e.right()));
    return ordered(Word.EQUAL, left, right, e);
  }

  private Term ordered(Word word, Term left, Term right, Expression e) {
    List<Term> both = new ArrayList<>(List.of(left, right));
    both.sort(Comparator.comparing(CanonicalFormula::order));
    return Term.of(word, meet(left, right, e), true, e, both.get(0), both.get(1));
  }

  private Term comparison(Word word, Expression smaller, Expression larger, Expression e) {
    Term left = number(term(smaller));
    Term right = number(term(larger));
    return Term.of(word, meet(left, right, e), true, e, left, right);
  }

  // ---- requirements on parts

  @Override
  public Term number(Expression e) {
    return number(term(e));
  }

  private Term number(Term term) {
    if (term.truth()) {
      throw new FormulaException(
          term.column(),
          "'%s' is true or false where a number is due; write where(%s, 1, 0)"
              .formatted(text(term), text(term)));
    }
    return term;
  }

  @Override
  public Term truth(Expression e) {
    Term term = term(e);
    if (!term.truth()) {
      throw new FormulaException(
          e.column(),
          "'%s' is a number where a condition is due; compare it, as in %s > 0"
              .formatted(text(e), text(e)));
    }
    return term;
  }

  @Override
  public TermAxes meet(Term a, Term b, Expression e) {
    return a.axes()
        .meet(b.axes())
        .orElseThrow(
            () ->
                new FormulaException(
                    e instanceof Expression.Binary binary ? binary.at() + 1 : e.column(),
                    "'%s' has %s and '%s' has %s, which do not meet; %s"
                        .formatted(
                            text(a), a.axes(), text(b), b.axes(), meeting(a.axes(), b.axes()))));
  }

  private static String meeting(TermAxes a, TermAxes b) {
    if (a.has(TermAxis.KEY) || b.has(TermAxis.KEY)) {
      return "a number per token or head meets a score: linear(x, heads), or mean(..., channels)";
    }
    return "map one to the other's width with linear(...)";
  }

  @Override
  public Term learned(Term term, Optional<String> label, Expression at) {
    String name = label.map(l -> "as " + l).orElseGet(() -> "#" + ++anonymous);
    Term made = term.with(term.number(), name);
    if (label.isPresent()) {
      Term before = labelled.putIfAbsent(name, made);
      if (before != null
          && !CanonicalFormula.identity(before).equals(CanonicalFormula.identity(made))) {
        throw new FormulaException(
            at.column(),
            "two different things are learned as '%s'; name one of them otherwise"
                .formatted(label.get()));
      }
    }
    return made;
  }

  @Override
  public String text(Expression e) {
    return e.to() <= text.length() ? e.in(text) : "it";
  }

  @Override
  public String text(Term term) {
    return term.to() <= text.length() && open.isEmpty()
        ? text.substring(term.from(), term.to())
        : CanonicalFormula.order(term);
  }

  @Override
  public FormulaPlace place() {
    return place;
  }
}
