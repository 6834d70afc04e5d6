package org.attune.model.attention.message;

import java.util.List;
import org.attune.api.catalog.Choice;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Messages;
import org.attune.model.attention.Place;
import org.attune.model.attention.Source;
import org.attune.model.program.Value;

/**
 * Compressed tokens: each token stores only a code {@code c_j = x_j W_C}, which serves as key and
 * value. A query's pattern is {@code x_i W_P}, as wide as the code. A head reads the weighted sum
 * of codes, and the output projection turns it into a message.
 *
 * @param width d_c
 * @param scope which heads share a code
 * @param group heads per code, in scope group
 */
public record Compressed(int width, Scope scope, int group) implements Messages {

  /** Which heads share a code. */
  public enum Scope {
    LAYER,
    GROUP,
    HEAD
  }

  /** Which heads share a code. */
  public static final Choice<Scope> SCOPE =
      Choice.of(
          Scope.class,
          "attention.messages.scope",
          "message_scope",
          "who has a code of its own",
          List.of(
              Option.of(Scope.LAYER, "all heads of a layer share one", ""),
              Option.of(Scope.GROUP, "a group of heads", ""),
              Option.of(Scope.HEAD, "each head", "")));

  public static final Option OPTION =
      Option.of(
          "compressed",
          "a code per token that is key and value in one",
          "Patterns and Messages, C1",
          Latent.WIDTH,
          SCOPE.parameter(),
          Shared.SIZE);

  public Compressed(Configuration settings) {
    this(settings.integer(Latent.WIDTH), settings.choice(SCOPE), settings.integer(Shared.SIZE));
  }

  @Override
  public List<String> limits(Place place, int length) {
    return Shared.limits(sharing(place), place);
  }

  @Override
  public Place place(Place outer) {
    return outer.with(outer.heads(), width);
  }

  @Override
  public HeadMessages from(Value x, Source query, Source key, Place place) {
    int sharing = sharing(place);
    Place coded = keys(place);
    Value codes = key.from(x, "code", coded); // (B·T, groups·d_c)
    return new HeadMessages(query.from(x, "pattern", place), codes, sharing, codes, sharing);
  }

  @Override
  public Place keys(Place place) {
    return place.with(place.heads() / sharing(place), width);
  }

  private int sharing(Place place) {
    return switch (scope) {
      case LAYER -> place.heads();
      case GROUP -> group;
      case HEAD -> 1;
    };
  }
}
