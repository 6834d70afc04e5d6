package org.attune.sweeps.constraint;

import java.util.Optional;
import java.util.function.BinaryOperator;
import org.attune.api.catalog.Configuration;

/**
 * A part of a constraint. Its value in a cell is a Double, a Boolean or a String, or empty if
 * unknown.
 */
interface ConstraintTerm {

  /** The kind of its values, equal for all cells. */
  Kind kind();

  /** Its value; empty if a parameter does not apply or the number does not exist. */
  Optional<Object> in(Configuration cell);

  /** The kind of a term's values. */
  enum Kind {
    NUMBER("a number"),
    TRUTH("true or false"),
    WORD("an option");

    final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  /** A value that is equal in all cells. */
  record Constant(Kind kind, Object value) implements ConstraintTerm {
    @Override
    public Optional<Object> in(Configuration cell) {
      return Optional.of(value);
    }
  }

  /** A parameter's value. */
  record Named(Kind kind, String key) implements ConstraintTerm {
    @Override
    public Optional<Object> in(Configuration cell) {
      if (!cell.has(key)) {
        return Optional.empty();
      }
      String text = cell.text(key);
      return Optional.of(
          switch (kind) {
            case NUMBER -> (Object) Double.parseDouble(text);
            case TRUTH -> Boolean.parseBoolean(text);
            case WORD -> text;
          });
    }
  }

  /** An operator on two terms; empty if either is unknown. */
  record Binary(
      Kind kind, ConstraintTerm left, ConstraintTerm right, BinaryOperator<Object> operator)
      implements ConstraintTerm {
    @Override
    public Optional<Object> in(Configuration cell) {
      return left.in(cell).flatMap(a -> right.in(cell).map(b -> operator.apply(a, b)));
    }
  }

  /** A conjunction or disjunction; one term alone may decide it. */
  record Logical(ConstraintTerm left, ConstraintTerm right, boolean decisive)
      implements ConstraintTerm {
    @Override
    public Kind kind() {
      return Kind.TRUTH;
    }

    @Override
    public Optional<Object> in(Configuration cell) {
      Optional<Object> a = left.in(cell);
      Optional<Object> b = right.in(cell);
      Optional<Object> decides = Optional.of(decisive);
      return a.equals(decides) || b.equals(decides)
          ? decides
          : a.isEmpty() || b.isEmpty() ? Optional.empty() : Optional.of(!decisive);
    }
  }

  /** The negation. */
  record Not(ConstraintTerm term) implements ConstraintTerm {
    @Override
    public Kind kind() {
      return Kind.TRUTH;
    }

    @Override
    public Optional<Object> in(Configuration cell) {
      return term.in(cell).map(value -> !((Boolean) value));
    }
  }
}
