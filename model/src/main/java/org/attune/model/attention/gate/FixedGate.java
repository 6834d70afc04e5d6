package org.attune.model.attention.gate;

import static org.attune.model.primitive.Apply.apply;
import static org.attune.model.primitive.Multiply.multiply;

import org.attune.model.attention.OutputGate;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.catalog.Configuration;
import org.attune.model.catalog.Parameter.Option;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * {@code sigmoid(b) * y}: a trained number per head and feature, independent of the input; b starts
 * at 0.
 */
public record FixedGate() implements OutputGate {

  public static final Option OPTION =
      Option.of(
          "input-independent",
          "sigmoid of a trained number per head and feature",
          "Qiu et al. 2025, arXiv 2505.06708");

  public FixedGate(Configuration settings) {
    this();
  }

  @Override
  public Value gate(Value y, Signals signals, Place place) {
    Value b = Program.of(y).parameter("gate-bias", Init.constant(0), 1, y.columns());
    Value open = apply(Pointwise.SIGMOID, b); // (1, d)
    Gates.show(Pointwise.SIGMOID, b, place);
    return multiply(y, open); // (B·T, d)
  }
}
