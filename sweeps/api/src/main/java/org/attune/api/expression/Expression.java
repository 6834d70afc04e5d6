package org.attune.api.expression;

import java.util.List;
import java.util.Optional;

/**
 * A parsed expression. Every part knows where it stands in the text: {@code [from, to)}.
 *
 * <pre>{@code
 * Set<String> names(Expression expression) {
 *   if (expression instanceof Expression.Name name) {
 *     return Set.of(name.text());
 *   }
 *   if (expression instanceof Expression.Binary binary) {
 *     Set<String> both = new TreeSet<>(names(binary.left()));
 *     both.addAll(names(binary.right()));
 *     return both;
 *   }
 *   return Set.of();
 * }
 * }</pre>
 */
public sealed interface Expression {

  /** Offset of its first character, from 0. */
  int from();

  /** Offset behind its last character. */
  int to();

  /** The column of its first character, from 1. */
  default int column() {
    return from() + 1;
  }

  /** Its own part of the text that it was read from. */
  default String in(String text) {
    return text.substring(from(), to());
  }

  /** A number that is not negative. */
  record Number(double value, int from, int to) implements Expression {}

  /** {@code true} or {@code false}. */
  record Truth(boolean value, int from, int to) implements Expression {}

  /** A name, whatever it stands for. */
  record Name(String text, int from, int to) implements Expression {}

  /** {@code -x}. */
  record Negative(Expression x, int from, int to) implements Expression {}

  /** {@code not x}. */
  record Not(Expression x, int from, int to) implements Expression {}

  /**
   * Two expressions and an operator between them.
   *
   * @param operator as written: {@code + - * / % ** == != < <= > >= divides and or}
   * @param at offset of the operator
   */
  record Binary(String operator, Expression left, Expression right, int at) implements Expression {

    @Override
    public int from() {
      return left.from();
    }

    @Override
    public int to() {
      return right.to();
    }
  }

  /** A function of arguments; the last may be named. */
  record Call(String function, List<Argument> arguments, int from, int to) implements Expression {

    public Call {
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * An argument of a call.
   *
   * @param keyword its name in {@code per: head}; empty where it stands by itself
   */
  record Argument(Optional<String> keyword, Expression value) {}
}
