package org.attune.model.attention.gate;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.Gated.gated;
import static org.attune.model.primitive.HeadwiseMatmul.headwiseMatmul;
import static org.attune.model.primitive.Scale.scale;

import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.OutputGate;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * {@code sigmoid(q W_q + k W_k + v W_v + b) * y} with three d_h x d_h matrices for all heads. It
 * uses the projected q and k, before norm and positions; b starts at zero (neon052).
 */
public record ThreeMapsGate() implements OutputGate {

  public static final Option OPTION =
      Option.of(
          "three-maps", "sigmoid of the sum of small maps of q, k and v", "NeonBench neon052");

  @Override
  public Declaration declares() {
    return Declaration.needs(Feature.SAME_HEADS, Feature.QUERY, Feature.KEY, Feature.VALUE);
  }

  @Override
  public Value gate(Value y, Signals signals, Place place) {
    Program p = Program.of(y);
    Value b = p.parameter("gate-bias", Init.constant(0), 1, place.headWidth());
    Value third = scale(b, 1.0 / 3); // each map adds a third of the bias
    Value q = map(signals.rawQuery(), "gate-from-query", third, place); // (B·T, d)
    Value k = map(signals.rawKey(), "gate-from-key", third, place); // (B·T, d)
    Value v = map(signals.value(), "gate-from-value", third, place); // (B·T, d)
    Value intent = add(add(q, k), v);
    Gates.show(Pointwise.SIGMOID, intent, place);
    return gated(Pointwise.SIGMOID, intent, y); // (B·T, d)
  }

  private static Value map(Value x, String name, Value bias, Place place) {
    int d = place.headWidth();
    Value w = Program.of(x).parameter(name, Init.fanIn(), d, d);
    return headwiseMatmul(x, w, bias, place.heads());
  }
}
