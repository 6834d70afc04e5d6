package org.attune.sweeps.constraint;

import java.util.Optional;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.ParameterTree;

/**
 * A condition that every cell must meet to run, such as {@code heads divides width}.
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
 * <p>A name is a parameter's key ({@code model.width}), its column ({@code width}), or, in a
 * comparison with a choice, an option's name ({@code gate == learned}). A {@code -} between letters
 * belongs to the name; to subtract, put spaces around it.
 *
 * <p>A condition is unknown if it uses a parameter that does not apply in a cell, or a quotient by
 * 0. Only a false condition refuses a cell (Kleene's three-valued logic). So {@code lambda < 1}
 * allows all cells without a lambda.
 */
public final class Constraint {

  private final String text;
  private final ConstraintTerm term;

  private Constraint(String text, ConstraintTerm term) {
    this.text = text;
    this.term = term;
  }

  /**
   * Parses a constraint.
   *
   * @throws ConstraintException if it is invalid, or names something that the catalog does not have
   */
  public static Constraint parse(String text, ParameterTree tree) throws ConstraintException {
    return new Constraint(text.strip(), new ConstraintParser(text, tree).parse());
  }

  /** Whether a cell may run. */
  public boolean allows(Configuration cell) {
    return !term.in(cell).equals(Optional.of(false));
  }

  /** The text as written. */
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
