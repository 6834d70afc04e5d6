package org.attune.api.expression;

import java.util.Set;

/**
 * The rules of one kind of expression, beyond the grammar that all share.
 *
 * <pre>{@code
 * Dialect.FORMULAS.calls(); // true
 * Dialect.FORMULAS.refused(); // [divides]
 * }</pre>
 *
 * @param whole what the text is, such as {@code the constraint}
 * @param leaf what may stand where a value is due, such as {@code a parameter or a number}
 * @param signs the signs and words allowed, for the message about a character without meaning
 * @param joining how to join two expressions, for the message about one too many
 * @param dashed whether {@code -} and {@code .} between letters belong to a name, as in {@code
 *     learning-rate}
 * @param calls whether functions may be called
 * @param refused operators of the grammar that this dialect has not, such as {@code divides}
 * @param longest how many characters the text may have
 */
public record Dialect(
    String whole,
    String leaf,
    String signs,
    String joining,
    boolean dashed,
    boolean calls,
    Set<String> refused,
    int longest) {

  /** Formulas as parts of a model; docs/formulas.md. */
  public static final Dialect FORMULAS =
      new Dialect(
          "the formula",
          "a name, a number or a function",
          "numbers, names, functions, + - * / % ** ( ) , < <= > >= == !=, and, or, not",
          "join by a sign such as + or *",
          false,
          true,
          Set.of("divides"),
          1_000);

  public Dialect {
    refused = Set.copyOf(refused);
  }
}
