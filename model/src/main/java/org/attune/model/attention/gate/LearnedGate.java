package org.attune.model.attention.gate;

import static org.attune.model.primitive.Gated.gated;
import static org.attune.model.primitive.Matmul.project;

import org.attune.model.attention.OutputGate;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.catalog.Configuration;
import org.attune.model.catalog.Option;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Init;
import org.attune.model.program.Value;

/** {@code sigmoid(x W_I) * y}: a learned intent, projected beside q, k and v (neon016). */
public record LearnedGate() implements OutputGate {

  public static final Option OPTION =
      Option.of(
          "learned",
          "sigmoid of a projection of the layer's input",
          "NeonBench neon016; Qiu et al. 2025 (G1)");

  public LearnedGate(Configuration settings) {
    this();
  }

  @Override
  public Value gate(Value y, Signals signals, Place place) {
    Value intent = project(signals.x(), "gate", Init.fanIn(), place.width()); // (B·T, d)
    Gates.show(Pointwise.SIGMOID, intent);
    return gated(Pointwise.SIGMOID, intent, y); // (B·T, d)
  }
}
