package org.attune.model.attention.source;

import static org.attune.model.primitive.Shift.shift;

import java.util.List;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Place;
import org.attune.model.attention.Source;
import org.attune.model.program.Value;

/**
 * An earlier token alone: {@code x_{t-offset} W}, zero at the start. It is our control for K-shift;
 * {@link PlusEarlier} is the published form.
 */
public record Earlier(int offset) implements Source {

  /** How many tokens back keys come from. */
  public static final Parameter OFFSET =
      Parameter.integer(
          "attention.key.offset", "key_offset", 1, 4096, 1, "how many tokens back keys come from");

  public static final Option OPTION =
      Option.of("shift", "from an earlier token alone", "ours, a control of split-Q", OFFSET);

  public Earlier(Configuration settings) {
    this(settings.integer(OFFSET));
  }

  @Override
  public List<String> limits(Place place, int length) {
    return Side.KEY.limits(offset, length);
  }

  @Override
  public Value from(Value x, String name, Place place) {
    Value now = new Current().from(x, name, place); // (B·T, d)
    return shift(now, offset); // (B·T, d)
  }
}
