package org.attune.sweeps.constraint;

import org.attune.sweeps.catalog.Configuration;
import org.attune.sweeps.catalog.ParameterTree;

/**
 * What every cell that is run keeps to, such as {@code heads divides width}.
 *
 * <pre>
 * either     = both {"or" both}
 * both       = negation {"and" negation}
 * negation   = "not" negation | comparison
 * comparison = sum [("==" | "!=" | "&lt;" | "&lt;=" | ">" | ">=" | "divides") sum]
 * sum        = product {("+" | "-") product}
 * product    = signed {("*" | "/" | "%") signed}
 * signed     = "-" signed | number | name | "true" | "false" | "(" either ")"
 * </pre>
 *
 * <p>A name is a parameter's key ({@code model.width}), its column ({@code width}), or, where it is
 * compared with a choice, an option's ({@code gate == learned}). A {@code -} between letters
 * belongs to the name; to subtract, put spaces around it.
 *
 * <p>What is said of a parameter that does not apply in a cell, or of a quotient by 0, is neither
 * true nor false, and a cell is refused only by what is false (Kleene's logic of three values): so
 * {@code lambda &lt; 1} says nothing of cells without a lambda.
 */
public final class Constraint {

  private final String text;
  private final Term term;

  private Constraint(String text, Term term) {
    this.text = text;
    this.term = term;
  }

  /**
   * Reads a constraint.
   *
   * @throws ConstraintException when it is none, or names what the catalog does not have
   */
  public static Constraint parse(String text, ParameterTree tree) throws ConstraintException {
    return new Constraint(text.strip(), new ConstraintParser(text, tree).parse());
  }

  /** Whether a cell may be run. */
  public boolean allows(Configuration cell) {
    return !Boolean.FALSE.equals(term.in(cell));
  }

  /** As it was written. */
  public String text() {
    return text;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Constraint that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
