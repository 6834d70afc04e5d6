package org.attune.model.attention.gate;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.Multiply.multiply;
import static org.attune.model.primitive.Scale.scale;

import java.util.Arrays;
import java.util.List;
import org.attune.model.attention.Signals;
import org.attune.model.catalog.Option;
import org.attune.model.program.Value;

/** What a gate may be made from: sums and products of queries and keys as compared, and values. */
public enum Expression {
  SUM("q+k+v") {
    @Override
    Value of(Signals s) {
      return add(add(s.query(), s.key()), s.value());
    }
  },
  QUERY("q") {
    @Override
    Value of(Signals s) {
      return s.query();
    }
  },
  QUERY_VALUE("q*v") {
    @Override
    Value of(Signals s) {
      return multiply(s.query(), s.value());
    }
  },
  QUERY_KEY("q*k") {
    @Override
    Value of(Signals s) {
      return multiply(s.query(), s.key());
    }
  },
  KEY_VALUE("k*v") {
    @Override
    Value of(Signals s) {
      return multiply(s.key(), s.value());
    }
  },
  PRODUCT("q*k*v") {
    @Override
    Value of(Signals s) {
      return multiply(multiply(s.query(), s.key()), s.value());
    }
  },
  QUERY_PLUS_VALUE("q+v") {
    @Override
    Value of(Signals s) {
      return add(s.query(), s.value());
    }
  },
  DIFFERENCE("q+k-v") {
    @Override
    Value of(Signals s) {
      return add(add(s.query(), s.key()), scale(s.value(), -1));
    }
  };

  private final String formula;

  Expression(String formula) {
    this.formula = formula;
  }

  /** (B·T, d). */
  abstract Value of(Signals signals);

  static List<Option> options() {
    return Arrays.stream(values())
        .map(e -> Option.of(e.formula, "", "NeonBench, extended set"))
        .toList();
  }

  static Expression named(String formula) {
    return Arrays.stream(values()).filter(e -> e.formula.equals(formula)).findFirst().orElseThrow();
  }
}
