package org.attune.sweeps.constraint;

import java.util.function.BinaryOperator;
import org.attune.sweeps.catalog.Configuration;

/** A part of a constraint: a Double, a Boolean or a String in each cell; null where unknown. */
interface Term {

  /** What kind of thing it is, in every cell. */
  Kind kind();

  /** Its value; null where a parameter does not apply or there is no such number. */
  Object in(Configuration cell);

  /** What kind of thing a term is. */
  enum Kind {
    NUMBER("a number"),
    TRUTH("true or false"),
    WORD("an option");

    final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  /** The same in every cell. */
  record Constant(Kind kind, Object value) implements Term {
    @Override
    public Object in(Configuration cell) {
      return value;
    }
  }

  /** A parameter's value. */
  record Named(Kind kind, String key) implements Term {
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

  /** Of two terms whose values are known. */
  record Binary(Kind kind, Term left, Term right, BinaryOperator<Object> operator) implements Term {
    @Override
    public Object in(Configuration cell) {
      Object a = left.in(cell);
      Object b = right.in(cell);
      return a == null || b == null ? null : operator.apply(a, b);
    }
  }

  /** Both or either, decided by one of them where that is enough. */
  record Logical(Term left, Term right, boolean decisive) implements Term {
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

  /** The opposite. */
  record Not(Term term) implements Term {
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
