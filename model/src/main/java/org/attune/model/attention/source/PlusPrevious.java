package org.attune.model.attention.source;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.Shift.shift;

import org.attune.model.attention.Place;
import org.attune.model.attention.Source;
import org.attune.model.catalog.Configuration;
import org.attune.model.catalog.Option;
import org.attune.model.program.Value;

/** The current token and the one before it: {@code (x_t + x_{t-1}) W} (Q-shift, E1-Q0). */
public record PlusPrevious(Layers layers) implements Source {

  public static final Option OPTION =
      Option.of(
          "shift",
          "from the sum of the current token and the one before",
          "split-Q, E1-Q0",
          Layers.OF_QUERIES);

  public PlusPrevious(Configuration settings) {
    this(Layers.of(settings, Layers.OF_QUERIES));
  }

  @Override
  public Value from(Value x, String name, Place place) {
    Value now = new Current().from(x, name, place); // (B·T, d)
    // without a bias, shifting the product is shifting the token
    return layers.hold(place) ? add(now, shift(now, 1)) : now; // (B·T, d)
  }
}
