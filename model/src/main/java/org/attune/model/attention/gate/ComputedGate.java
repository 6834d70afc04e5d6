package org.attune.model.attention.gate;

import static org.attune.model.primitive.Gated.gated;
import static org.attune.model.primitive.Multiply.multiply;

import org.attune.model.attention.OutputGate;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.catalog.Configuration;
import org.attune.model.catalog.Option;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Value;

/** {@code sigmoid(q * v) * y}: a gate without parameters, computed from what is there. */
public record ComputedGate() implements OutputGate {

  public static final Option OPTION =
      Option.of(
          "computed",
          "sigmoid of query times value, without parameters",
          "NeonBench, extended set: sigma(q*v)");

  public ComputedGate(Configuration settings) {
    this();
  }

  @Override
  public Value gate(Value y, Signals signals, Place place) {
    Value intent = multiply(signals.query(), signals.value()); // (B·T, d)
    Gates.show(Pointwise.SIGMOID, intent);
    return gated(Pointwise.SIGMOID, intent, y); // (B·T, d)
  }
}
