package org.attune.model.attention.source;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.Shift.shift;

import java.util.List;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Place;
import org.attune.model.attention.Source;
import org.attune.model.program.Value;

/**
 * The current token and an earlier one: {@code (x_t + x_{t-offset}) W}, zero before the start.
 * (Q-shift, E1-Q0; K-shift, E1-Bk0.) One-bit maps take the signs of the sum.
 */
public record PlusEarlier(int offset, Side side) implements Source {

  public static final Option OF_QUERIES =
      Option.of("shift", "from the sum of the current token and the one before", "split-Q, E1-Q0");
  public static final Option OF_KEYS =
      Option.of(
          "sum",
          "from the sum of the current token and an earlier one",
          "split-Q, K-shift of E1-Bk0",
          Earlier.OFFSET);

  /** Returns queries from a token and the one before. */
  public static PlusEarlier ofQueries(Configuration settings) {
    return new PlusEarlier(1, Side.QUERY);
  }

  /** Returns keys from a token and an earlier one. */
  public static PlusEarlier ofKeys(Configuration settings) {
    return new PlusEarlier(settings.integer(Earlier.OFFSET), Side.KEY);
  }

  @Override
  public List<String> limits(Place place, int length) {
    return side.limits(offset, length);
  }

  @Override
  public Declaration declares() {
    return side.declares();
  }

  @Override
  public Value from(Value x, String name, Place place) {
    Source current = new Current();
    if (place.linear().distributes()) { // one product, merged with the other products of x
      Value now = current.from(x, name, place); // (B·T, d)
      return add(now, shift(now, offset));
    }
    return current.from(add(x, shift(x, offset)), name, place); // (B·T, d)
  }
}
