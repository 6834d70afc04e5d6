package org.attune.model.attention.formula;

import org.attune.api.catalog.Parameter.Option;
import org.attune.api.expression.Dialect;
import org.attune.api.expression.Expression;
import org.attune.api.expression.ExpressionException;
import org.attune.api.expression.ExpressionParser;
import org.attune.model.formula.FormulaPlace;
import org.attune.model.formula.PlacedFormula;
import org.attune.model.primitive.Mask;

/**
 * A named formula.
 *
 * @param place where it stands
 * @param part the built-in part that it is, as a sweep file writes it
 * @param formula its text. The label of a learned term is its parameter's name, with {@code _} for
 *     {@code -}
 * @param option its name, description and paper
 */
public record Definition(FormulaPlace place, String part, String formula, Option option) {

  /** Stands in a definition for the number of keys that a query sees. */
  static final String SEEN = "seen";

  /** Returns its expression, in the order of the text. */
  public Expression expression() {
    try {
      return ExpressionParser.parse(formula, Dialect.FORMULAS);
    } catch (ExpressionException e) {
      throw new IllegalStateException("Invalid formula of " + part, e);
    }
  }

  /** Returns it as a formula of a sweep file. */
  public PlacedFormula placed() {
    return placed(Mask.CAUSAL);
  }

  /** Returns it where queries see the keys that a mask shows. */
  public PlacedFormula placed(Mask mask) {
    return PlacedFormula.of(place, formula.replace(SEEN, mask == Mask.CAUSAL ? "(i + 1)" : "n"));
  }
}
