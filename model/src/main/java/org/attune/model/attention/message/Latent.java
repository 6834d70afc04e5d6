package org.attune.model.attention.message;

import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Messages;
import org.attune.model.attention.Place;
import org.attune.model.attention.Source;
import org.attune.model.attention.source.Current;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/** Keys and values from one narrow code: {@code c = x W_D; k = c W_UK; v = c W_UV} (neon006). */
public record Latent(int width) implements Messages {

  static final Parameter WIDTH =
      Parameter.integer(
          "attention.messages.width", "message_width", 1, 16384, 64, "width of the code");

  public static final Option OPTION =
      Option.of(
          "latent",
          "keys and values from one narrow code per token",
          "neon006; MLA, arXiv 2405.04434",
          WIDTH);

  public Latent(Configuration settings) {
    this(settings.integer(WIDTH));
  }

  @Override
  public HeadMessages from(Value x, Source query, Source key, Place place) {
    Value code = place.linear().map(x, "code", width); // (B·T, d_c)
    Program.of(code).stored(code);
    return new HeadMessages(
        query.from(x, "query", place), // (B·T, d)
        key.from(code, "key", place), // (B·T, d)
        new Current().from(code, "value", place)); // (B·T, d)
  }
}
