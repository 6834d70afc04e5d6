package org.attune.model.attention.gate;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.Multiply.multiply;
import static org.attune.model.primitive.Scale.scale;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.attune.model.attention.Feature;
import org.attune.model.attention.Signals;
import org.attune.model.catalog.Parameter.Option;
import org.attune.model.program.Value;

/**
 * Arguments for a gate: sums and products of values and of queries and keys after norm and
 * positions.
 */
public enum Expression {
  SUM("q+k+v", "the sum of all three", Feature.QUERY, Feature.KEY, Feature.VALUE) {
    @Override
    Value of(Signals s) {
      return add(add(s.query(), s.key()), s.value());
    }
  },
  QUERY("q", "the query alone", Feature.QUERY) {
    @Override
    Value of(Signals s) {
      return s.query();
    }
  },
  QUERY_VALUE("q*v", "query times value", Feature.QUERY, Feature.VALUE) {
    @Override
    Value of(Signals s) {
      return multiply(s.query(), s.value());
    }
  },
  QUERY_KEY("q*k", "query times key", Feature.QUERY, Feature.KEY) {
    @Override
    Value of(Signals s) {
      return multiply(s.query(), s.key());
    }
  },
  KEY_VALUE("k*v", "key times value", Feature.KEY, Feature.VALUE) {
    @Override
    Value of(Signals s) {
      return multiply(s.key(), s.value());
    }
  },
  PRODUCT("q*k*v", "the product of all three", Feature.QUERY, Feature.KEY, Feature.VALUE) {
    @Override
    Value of(Signals s) {
      return multiply(multiply(s.query(), s.key()), s.value());
    }
  },
  QUERY_PLUS_VALUE("q+v", "query plus value", Feature.QUERY, Feature.VALUE) {
    @Override
    Value of(Signals s) {
      return add(s.query(), s.value());
    }
  },
  DIFFERENCE("q+k-v", "query plus key less value", Feature.QUERY, Feature.KEY, Feature.VALUE) {
    @Override
    Value of(Signals s) {
      return add(add(s.query(), s.key()), scale(s.value(), -1));
    }
  };

  private final String formula;
  private final String words;
  private final Set<Feature> reads;

  Expression(String formula, String words, Feature... reads) {
    this.formula = formula;
    this.words = words;
    this.reads = Set.of(reads);
  }

  /** Returns which of a head's query, key and value it reads. */
  Set<Feature> reads() {
    return reads;
  }

  /** Returns the expression, (B·T, d). */
  abstract Value of(Signals signals);

  static List<Option> options() {
    return Arrays.stream(values())
        .map(e -> Option.of(e.formula, e.words, "NeonBench, extended set"))
        .toList();
  }

  static Expression named(String formula) {
    return Arrays.stream(values()).filter(e -> e.formula.equals(formula)).findFirst().orElseThrow();
  }
}
