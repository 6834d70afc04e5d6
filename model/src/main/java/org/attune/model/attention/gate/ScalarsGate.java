package org.attune.model.attention.gate;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.Gated.gated;
import static org.attune.model.primitive.Multiply.multiply;

import java.util.Set;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.OutputGate;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.catalog.Configuration;
import org.attune.model.catalog.Parameter.Option;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/** {@code sigmoid(a q + b k + c v + d) * y}: four numbers per layer; a, b and c start at 1. */
public record ScalarsGate() implements OutputGate {

  public static final Option OPTION =
      Option.of("scalars", "sigmoid of a weighted sum of q, k and v", "NeonBench, extended set");

  public ScalarsGate(Configuration settings) {
    this();
  }

  @Override
  public Declaration declares() {
    return Gates.reading(Set.of(Feature.QUERY, Feature.KEY, Feature.VALUE));
  }

  @Override
  public Value gate(Value y, Signals signals, Place place) {
    Value q = multiply(signals.query(), number(y, "gate-query", 1)); // (B·T, d)
    Value k = multiply(signals.key(), number(y, "gate-key", 1)); // (B·T, d)
    Value v = multiply(signals.value(), number(y, "gate-value", 1)); // (B·T, d)
    Value intent = add(add(add(q, k), v), number(y, "gate-bias", 0));
    Gates.show(Pointwise.SIGMOID, intent, place);
    return gated(Pointwise.SIGMOID, intent, y); // (B·T, d)
  }

  private static Value number(Value y, String name, double start) {
    Program p = Program.of(y);
    return p.parameter(name, Init.constant(start), 1, 1);
  }
}
