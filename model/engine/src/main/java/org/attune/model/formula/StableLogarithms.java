package org.attune.model.formula;

import java.util.List;
import org.attune.api.expression.Expression;

/**
 * Rewrites logarithms of numbers that underflow or overflow where the logarithm itself does not:
 * {@code log(sigmoid(a))} is {@code -softplus(-a)}, which is finite for every a.
 */
final class StableLogarithms {

  private static final Expression NOWHERE = new Expression.Number(0, 0, 0);
  private static final double TAIL = -15; // below it softplus is e^a to float32's last digit
  private static final double LEAST = 1e-7; // below softplus of the tail

  private StableLogarithms() {}

  /** Returns a term of the same value. */
  static Term of(Term term) {
    if (term.word() != Word.LOG) {
      return term;
    }
    Term argument = term.first();
    return switch (argument.word()) {
      case EXP -> argument.first();
      case SIGMOID -> negative(softplus(negative(argument.first())));
      case SOFTPLUS -> ofSoftplus(argument.first());
      case SUM -> ofSum(term, argument);
      default -> term;
    };
  }

  /** Recognises {@code 1 + exp(a)} and {@code 1 - sigmoid(a)}, in either order. */
  private static Term ofSum(Term term, Term sum) {
    List<Term> parts = sum.arguments();
    int one = parts.get(0).isNumber() ? 0 : 1;
    boolean fits =
        parts.size() == 2
            && parts.get(one).isNumber()
            && parts.get(one).number() == 1
            && !sum.turned().get(one);
    if (!fits) {
      return term;
    }
    Term other = parts.get(1 - one);
    boolean less = sum.turned().get(1 - one);
    if (other.word() == Word.EXP && !less) {
      return softplus(other.first());
    }
    return other.word() == Word.SIGMOID && less ? negative(softplus(other.first())) : term;
  }

  private static Term ofSoftplus(Term a) {
    Term tail = Term.number(TAIL, NOWHERE);
    Term inside = of(Word.LOG, of(Word.MAX, softplus(a), Term.number(LEAST, NOWHERE)));
    Term below = Term.of(Word.LESS, a.axes(), true, NOWHERE, a, tail);
    return of(Word.WHERE, below, a, inside);
  }

  private static Term softplus(Term a) {
    return of(Word.SOFTPLUS, a);
  }

  private static Term negative(Term a) {
    return OperandOrder.negative(a, NOWHERE);
  }

  private static Term of(Word word, Term... arguments) {
    return Term.of(word, arguments[0].axes(), false, NOWHERE, arguments);
  }
}
