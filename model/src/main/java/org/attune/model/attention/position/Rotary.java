package org.attune.model.attention.position;

import static org.attune.model.primitive.Rope.rope;

import org.attune.model.attention.Place;
import org.attune.model.attention.Positions;
import org.attune.model.catalog.Configuration;
import org.attune.model.catalog.Option;
import org.attune.model.catalog.Parameter;
import org.attune.model.program.Value;

/** Rotary positions: scores depend on the distance of query and key. */
public record Rotary(double base) implements Positions {

  public static final Parameter BASE =
      Parameter.magnitude(
          "model.positions.base", "rope_base", 2, 1e7, 10000, "base of the rotation's frequencies");

  public static final Option OPTION =
      Option.of("rope", "rotates queries and keys by position", "Su et al. 2021", BASE);

  public Rotary(Configuration settings) {
    this(settings.real(BASE));
  }

  @Override
  public Value placed(Value x, Place place) {
    return rope(x, place.heads(), base);
  }
}
