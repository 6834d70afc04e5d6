package org.attune.model.attention.gate;

import static org.attune.model.primitive.Gated.gated;
import static org.attune.model.primitive.HeadwiseMatmul.headwiseMatmul;

import org.attune.model.attention.Declaration;
import org.attune.model.attention.FunctionOptions;
import org.attune.model.attention.OutputGate;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.catalog.Configuration;
import org.attune.model.catalog.Parameter;
import org.attune.model.catalog.Parameter.Option;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * {@code f(e W_g + b) * y} with one d_h x d_h matrix for all heads. The expression e combines q, k
 * and v, for example as their sum (neon046).
 */
public record MappedGate(Expression expression, Pointwise function) implements OutputGate {

  private static final Parameter SOURCE =
      Parameter.choice(
          "attention.gate.source",
          "gate_source",
          "what is mapped to the gate",
          Expression.options());
  private static final Parameter FUNCTION =
      Parameter.choice(
          "attention.gate.squash",
          "gate_squash",
          "function of what is mapped",
          FunctionOptions.of("sigmoid", "silu", "tanh", "identity"));

  public static final Option OPTION =
      Option.of(
          "mapped",
          "sigmoid of a small map of an expression of each head's q, k and v",
          "NeonBench neon046, extended set",
          SOURCE,
          FUNCTION);

  public MappedGate(Configuration settings) {
    this(Expression.named(settings.choice(SOURCE)), Pointwise.of(settings.choice(FUNCTION)));
  }

  @Override
  public Declaration declares() {
    return Gates.reading(expression.reads());
  }

  @Override
  public Value gate(Value y, Signals signals, Place place) {
    Program p = Program.of(y);
    int d = place.headWidth();
    Value w = p.parameter("gate-map", Init.fanIn(), d, d);
    Value b = p.parameter("gate-bias", Init.uniform(1 / Math.sqrt(d)), 1, d);
    Value intent = headwiseMatmul(expression.of(signals), w, b, place.heads()); // (B·T, d)
    Gates.show(function, intent, place);
    return gated(function, intent, y); // (B·T, d)
  }
}
