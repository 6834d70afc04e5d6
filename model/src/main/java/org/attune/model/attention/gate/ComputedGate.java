package org.attune.model.attention.gate;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.Apply.apply;
import static org.attune.model.primitive.Gated.gated;
import static org.attune.model.primitive.Multiply.multiply;
import static org.attune.model.primitive.Standardise.standardise;
import static org.attune.model.primitive.Standardise.unitRms;

import java.util.Arrays;
import java.util.Set;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.OutputGate;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.catalog.Configuration;
import org.attune.model.catalog.Parameter;
import org.attune.model.catalog.Parameter.Option;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Value;

/**
 * A gate without parameters, computed from each head's q, k and v: {@code sigmoid(q*v) * y}, or
 * another formula of NeonBench's extended set.
 */
public record ComputedGate(Formula formula) implements OutputGate {

  private static final double LAYER_NORM = 1e-5;
  private static final double RMS_NORM = 1e-6;

  /** The formula of the gate; norms are per head. */
  public enum Formula {
    QUERY_VALUE(
        "sigmoid(q*v)", "query times value, squashed", Expression.QUERY_VALUE, Pointwise.SIGMOID),
    QUERY_KEY("sigmoid(q*k)", "query times key, squashed", Expression.QUERY_KEY, Pointwise.SIGMOID),
    KEY_VALUE("sigmoid(k*v)", "key times value, squashed", Expression.KEY_VALUE, Pointwise.SIGMOID),
    PRODUCT(
        "sigmoid(q*k*v)",
        "the product of all three, squashed",
        Expression.PRODUCT,
        Pointwise.SIGMOID),
    TANH_DIFFERENCE(
        "tanh(q+k-v)",
        "query plus key less value, squashed to ±1",
        Expression.DIFFERENCE,
        Pointwise.TANH),
    LAYER_NORM_SUM(
        "ln(q+v)",
        "query plus value, to mean 0 and variance 1 in each head",
        Expression.QUERY_PLUS_VALUE,
        Pointwise.IDENTITY) {
      @Override
      Value before(Signals s, Place place) {
        return standardise(super.before(s, place), place.heads(), LAYER_NORM);
      }
    },
    RMS_SUM(
        "rms(q+k+v)",
        "the sum of all three, to unit mean square in each head",
        Expression.SUM,
        Pointwise.IDENTITY) {
      @Override
      Value before(Signals s, Place place) {
        return unitRms(super.before(s, place), place.heads(), RMS_NORM);
      }
    },
    RMS_PRODUCT(
        "rms(q*v)",
        "query times value, to unit mean square in each head",
        Expression.QUERY_VALUE,
        Pointwise.IDENTITY) {
      @Override
      Value before(Signals s, Place place) {
        return unitRms(super.before(s, place), place.heads(), RMS_NORM);
      }
    },
    SIGMOID_TANH(
        "sigmoid(q)*tanh(v)",
        "query and value, each squashed, multiplied",
        Expression.QUERY,
        Pointwise.IDENTITY) {
      @Override
      Set<Feature> reads() {
        return Set.of(Feature.QUERY, Feature.VALUE);
      }

      @Override
      Value before(Signals s, Place place) {
        return multiply(apply(Pointwise.SIGMOID, s.query()), apply(Pointwise.TANH, s.value()));
      }
    },
    QUERY_PLUS_SIGMOID(
        "q+sigmoid(k*v)",
        "the query plus key times value squashed",
        Expression.KEY_VALUE,
        Pointwise.IDENTITY) {
      @Override
      Set<Feature> reads() {
        return Set.of(Feature.QUERY, Feature.KEY, Feature.VALUE);
      }

      @Override
      Value before(Signals s, Place place) {
        return add(s.query(), apply(Pointwise.SIGMOID, super.before(s, place)));
      }
    };

    private final String name;
    private final String words;
    private final Expression expression;
    private final Pointwise function;

    Formula(String name, String words, Expression expression, Pointwise function) {
      this.name = name;
      this.words = words;
      this.expression = expression;
      this.function = function;
    }

    /** Returns which of a head's query, key and value the gate reads. */
    Set<Feature> reads() {
      return expression.reads();
    }

    /** Returns the argument of the gate's function, (B·T, d). */
    Value before(Signals s, Place place) {
      return expression.of(s);
    }
  }

  private static final Parameter FORMULA =
      Parameter.choice(
          "attention.gate.formula",
          "gate_formula",
          "what opens the gate",
          Arrays.stream(Formula.values()).map(f -> Option.of(f.name, f.words, "")).toList());

  public static final Option OPTION =
      Option.of(
          "computed",
          "sigmoid of query times value, or another formula without parameters",
          "NeonBench, extended set",
          FORMULA);

  public ComputedGate(Configuration settings) {
    this(
        Arrays.stream(Formula.values())
            .filter(f -> f.name.equals(settings.choice(FORMULA)))
            .findFirst()
            .orElseThrow());
  }

  @Override
  public Declaration declares() {
    return Gates.reading(formula.reads());
  }

  @Override
  public Value gate(Value y, Signals signals, Place place) {
    Value intent = formula.before(signals, place); // (B·T, d)
    Gates.show(formula.function, intent, place);
    return gated(formula.function, intent, y); // (B·T, d)
  }
}
