package org.attune.model.proof;

import java.util.Arrays;
import java.util.Optional;
import org.attune.model.formula.FormulaPlace;
import org.attune.model.formula.PlacedFormula;

/** Built-in parts that equal a formula. */
public enum BuiltIn {
  LEARNED(FormulaPlace.GATE, "y * sigmoid(linear(x))", "attention.gate learned"),
  HEADWISE(
      FormulaPlace.GATE,
      "y * sigmoid(linear(x, heads))",
      "attention.gate {learned: {grain: headwise}}"),
  SELF(FormulaPlace.GATE, "silu(y)", "attention.gate self"),
  COMPUTED(FormulaPlace.GATE, "y * sigmoid(q * v)", "attention.gate computed"),
  ALIBI(FormulaPlace.SCORES, "s - 2 ** (-8 * (h + 1) / heads) * (i - j)", "model.positions alibi"),
  SOFTMAX(FormulaPlace.WEIGHTS, "softmax(s)", "attention.weights softmax"),
  SIGMOID(FormulaPlace.WEIGHTS, "sigmoid(s - log(n))", "attention.weights sigmoid"),
  UNIFORM(FormulaPlace.WEIGHTS, "1 / (i + 1)", "attention.weights uniform"),
  CURRENT_QUERY(FormulaPlace.QUERY, "linear(x)", "attention.query current"),
  CURRENT_KEY(FormulaPlace.KEY, "linear(x)", "attention.key current"),
  SQUASHED(FormulaPlace.VALUES, "sigmoid(v)", "attention.values sigmoid"),
  SWIGLU(FormulaPlace.MLP, "silu(linear(x)) * linear(x)", "model.mlp swiglu"),
  GELU(FormulaPlace.MLP, "gelu(linear(x))", "model.mlp gelu");

  private final FormulaPlace place;
  private final String formula;
  private final String part;

  BuiltIn(FormulaPlace place, String formula, String part) {
    this.place = place;
    this.formula = formula;
    this.part = part;
  }

  public FormulaPlace place() {
    return place;
  }

  public String formula() {
    return formula;
  }

  /** Returns the part as a sweep file writes it. */
  public String part() {
    return part;
  }

  static Optional<String> equal(FormulaPlace place, String canonical) {
    return Arrays.stream(values())
        .filter(b -> b.place == place)
        .filter(b -> PlacedFormula.of(place, b.formula).canonical().equals(canonical))
        .map(BuiltIn::part)
        .findFirst();
  }
}
