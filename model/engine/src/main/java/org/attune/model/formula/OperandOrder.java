package org.attune.model.formula;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.attune.api.expression.Expression;

/** Puts sums and products in one order, regardless of brackets. */
final class OperandOrder {

  private record Part(Term term, boolean turned) {}

  private OperandOrder() {}

  static Term negative(Term x, Expression at) {
    if (x.isNumber()) {
      return Term.number(-x.number(), at);
    }
    List<Part> parts = new ArrayList<>();
    addends(x, true, parts);
    return made(Word.SUM, parts, x.axes(), at);
  }

  static Term sum(Term left, Term right, boolean minus, TermAxes axes, Expression at) {
    List<Part> parts = new ArrayList<>();
    addends(left, false, parts);
    addends(right, minus, parts);
    return made(Word.SUM, parts, axes, at);
  }

  private static void addends(Term x, boolean minus, List<Part> parts) {
    if (x.word() == Word.SUM) {
      for (int i = 0; i < x.arguments().size(); i++) {
        parts.add(new Part(x.arguments().get(i), x.turned().get(i) != minus));
      }
    } else if (x.isNumber() && x.number() < 0) {
      parts.add(new Part(x.with(-x.number(), ""), !minus));
    } else {
      parts.add(new Part(x, minus));
    }
  }

  static Term product(Term left, Term right, boolean divided, TermAxes axes, Expression at) {
    List<Part> parts = new ArrayList<>();
    boolean negative = factors(left, false, parts) != factors(right, divided, parts);
    if (parts.stream().anyMatch(p -> !p.turned && !isOne(p.term))) {
      parts.removeIf(p -> !p.turned && isOne(p.term));
    }
    Term product = made(Word.PRODUCT, parts, axes, at);
    return negative ? negative(product, at) : product;
  }

  private static boolean isOne(Term x) {
    return x.isNumber() && x.number() == 1;
  }

  /** Adds the factors of a term, and returns whether it was negative. */
  private static boolean factors(Term x, boolean divided, List<Part> parts) {
    if (x.word() == Word.SUM && x.arguments().size() == 1) { // -x
      return x.turned().get(0) != factors(x.first(), divided, parts);
    }
    if (x.isNumber() && x.number() < 0) {
      parts.add(new Part(x.with(-x.number(), ""), divided));
      return true;
    }
    if (x.word() == Word.PRODUCT) {
      for (int i = 0; i < x.arguments().size(); i++) {
        parts.add(new Part(x.arguments().get(i), x.turned().get(i) != divided));
      }
    } else {
      parts.add(new Part(x, divided));
    }
    return false;
  }

  private static Term made(Word word, List<Part> parts, TermAxes axes, Expression at) {
    if (parts.size() == 1 && !parts.get(0).turned) {
      return parts.get(0).term.at(at);
    }
    List<Part> sorted = new ArrayList<>(parts);
    sorted.sort(
        Comparator.comparing(Part::turned)
            .thenComparing(p -> p.term.isNumber() ? 0 : 1)
            .thenComparing(p -> CanonicalFormula.order(p.term)));
    return Term.chain(
        word,
        sorted.stream().map(Part::term).toList(),
        sorted.stream().map(Part::turned).toList(),
        axes,
        at);
  }
}
