package org.attune.model.attention.message;

import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Messages;
import org.attune.model.attention.Place;
import org.attune.model.attention.Source;
import org.attune.model.attention.source.Current;
import org.attune.model.program.Value;

/** Each head's own keys and values: {@code x W_K}, {@code x W_V}. */
public record Separate() implements Messages {

  public static final Option OPTION =
      Option.of("separate", "each head has its own keys and values", "Vaswani et al. 2017");

  @Override
  public HeadMessages from(Value x, Source query, Source key, Place place) {
    return new HeadMessages(
        query.from(x, "query", place), // (B·T, d)
        key.from(x, "key", place), // (B·T, d)
        new Current().from(x, "value", place)); // (B·T, d)
  }
}
