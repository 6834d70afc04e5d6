package org.attune.model.attention.source;

import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Place;
import org.attune.model.attention.Source;
import org.attune.model.program.Value;

/** The current token: {@code x_t W}. */
public record Current() implements Source {

  public static final Option OPTION = Option.of("current", "from the current token", "");

  @Override
  public Value from(Value x, String name, Place place) {
    return place.linear().map(x, name, place.width()); // (B·T, d)
  }
}
