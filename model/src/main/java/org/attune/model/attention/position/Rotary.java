package org.attune.model.attention.position;

import static org.attune.model.primitive.Rope.rope;

import java.util.List;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.Place;
import org.attune.model.attention.Positions;
import org.attune.model.program.Value;

/** Rotary positions: scores depend on the distance between query and key. */
public record Rotary(double base) implements Positions {

  public static final Parameter BASE =
      Parameter.real(
          "model.positions.base", "rope_base", 2, 1e7, 10000, "base of the rotation's frequencies");

  public static final Option OPTION =
      Option.of("rope", "rotates queries and keys by position", "Su et al. 2021", BASE);

  public Rotary(Configuration settings) {
    this(settings.real(BASE));
  }

  @Override
  public List<String> limits(Place place, int length) {
    return place.headWidth() % 2 == 0
        ? List.of()
        : List.of(
            "model.positions rope turns pairs of columns, and heads of width %d have an odd number"
                .formatted(place.headWidth()));
  }

  @Override
  public Declaration declares() {
    return Declaration.needs(Feature.QUERY, Feature.KEY);
  }

  @Override
  public Value placed(Value x, Place place) {
    return rope(x, place.heads(), base);
  }
}
