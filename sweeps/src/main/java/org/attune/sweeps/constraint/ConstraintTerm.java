package org.attune.sweeps.constraint;

import java.util.function.BinaryOperator;
import org.attune.api.catalog.Configuration;

/**
 * A part of a constraint. Its value in a cell is a Double, a Boolean or a String, or null if
 * unknown.
 */
interface ConstraintTerm {

  /** The kind of its values, equal for all cells. */
  Kind kind();

  /** Its value; null if a parameter does not apply or the number does not exist. */
  Object in(Configuration cell);

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
    public Object in(Configuration cell) {
      return value;
    }
  }

  /** A parameter's value. */
  record Named(Kind kind, String key) implements ConstraintTerm {
    @Override
    public Object in(Configuration cell) {
      if (!cell.has(key)) {
        return null;
      }
      String text = cell.text(key);
      return switch (kind) {
        case NUMBER -> (Object) Double.parseDouble(text);
        case TRUTH -> Boolean.parseBoolean(text);
        case WORD -> text;
      };
    }
  }

  /** An operator on two terms; null if either is unknown. */
  record Binary(
      Kind kind, ConstraintTerm left, ConstraintTerm right, BinaryOperator<Object> operator)
      implements ConstraintTerm {
    @Override
    public Object in(Configuration cell) {
      Object a = left.in(cell);
      Object b = right.in(cell);
      return a == null || b == null ? null : operator.apply(a, b);
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
    public Object in(Configuration cell) {
      Object a = left.in(cell);
      Object b = right.in(cell);
      Boolean decides = decisive;
      return decides.equals(a) || decides.equals(b)
          ? decides
          : a == null || b == null ? null : (Object) !decisive;
    }
  }

  /** The negation. */
  record Not(ConstraintTerm term) implements ConstraintTerm {
    @Override
    public Kind kind() {
      return Kind.TRUTH;
    }

    @Override
    public Object in(Configuration cell) {
      Object value = term.in(cell);
      return value == null ? null : (Object) !((Boolean) value);
    }
  }
}
