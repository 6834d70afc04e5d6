package org.attune.model.attention.gate;

import static org.attune.model.primitive.Gated.gated;
import static org.attune.model.primitive.HeadwiseMatmul.headwiseMatmul;

import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.FunctionOptions;
import org.attune.model.attention.OutputGate;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.attention.formula.Definition;
import org.attune.model.attention.formula.Definitions;
import org.attune.model.attention.formula.Formulas;
import org.attune.model.attention.formula.Plainly;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * {@code f(e W_g + b) * y} with one d_h x d_h matrix for all heads. The formula e combines q, k and
 * v, for example as their sum (neon046), or is the query alone (neon010).
 *
 * @param source e
 * @param function f
 * @param matrix the name of W_g
 */
public record MappedGate(Definition source, Pointwise function, String matrix)
    implements OutputGate {

  private static final Parameter SOURCE =
      Parameter.choice(
          "attention.gate.source",
          "gate_source",
          "what is mapped to the gate",
          Definitions.options(Definitions.MAPPED));
  private static final Parameter FUNCTION =
      Parameter.choice(
          "attention.gate.squash",
          "gate_squash",
          "function of what is mapped",
          FunctionOptions.of("sigmoid", "silu", "tanh", "identity"));

  public static final Option FROM_QUERY =
      Option.of(
          "from-query",
          "sigmoid of a small map of each head's query, after norm and positions",
          "NeonBench neon010");
  public static final Option MAPPED =
      Option.of(
          "mapped",
          "sigmoid of a small map of an expression of each head's q, k and v",
          "NeonBench neon046, extended set",
          SOURCE,
          FUNCTION);

  /** Returns the gate from the query. */
  public static MappedGate fromQuery(Configuration settings) {
    return new MappedGate(
        Definitions.named(Definitions.MAPPED, "q"), Pointwise.SIGMOID, "gate-from-query");
  }

  /** Returns the gate that a configuration chooses. */
  public static MappedGate mapped(Configuration settings) {
    return new MappedGate(
        Definitions.named(Definitions.MAPPED, settings.choice(SOURCE)),
        Pointwise.of(settings.choice(FUNCTION)),
        "gate-map");
  }

  @Override
  public Declaration declares() {
    return Formulas.gate(source.placed());
  }

  @Override
  public Value gate(Value y, Signals signals, Place place) {
    Program p = Program.of(y);
    int d = place.headWidth();
    Value w = p.parameter(matrix, Init.fanIn(), d, d);
    Value b = p.parameter("gate-bias", Init.uniform(1 / Math.sqrt(d)), 1, d);
    Value e =
        new Plainly(name -> Formulas.signal(name, signals), p, place.heads(), y.columns())
            .of(source.expression()); // (B·T, d)
    Value intent = headwiseMatmul(e, w, b, place.heads()); // (B·T, d)
    Gates.show(function, intent, place);
    return gated(function, intent, y); // (B·T, d)
  }
}
