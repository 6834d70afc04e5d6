package org.attune.model.attention.gate;

import static org.attune.model.primitive.Apply.apply;

import org.attune.model.attention.OutputGate;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.catalog.Configuration;
import org.attune.model.catalog.Parameter.Option;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Value;

/** {@code SiLU(y)}: the heads' outputs gate themselves, without parameters. */
public record SelfGate() implements OutputGate {

  public static final Option OPTION =
      Option.of("self", "SiLU of what heads read", "Qiu et al. 2025, arXiv 2505.06708");

  public SelfGate(Configuration settings) {
    this();
  }

  @Override
  public Value gate(Value y, Signals signals, Place place) {
    Gates.show(Pointwise.SIGMOID, y, place);
    return apply(Pointwise.SILU, y); // (B·T, d)
  }
}
