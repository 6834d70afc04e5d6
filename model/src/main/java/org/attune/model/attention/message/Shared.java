package org.attune.model.attention.message;

import java.util.List;
import org.attune.api.catalog.Choice;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Messages;
import org.attune.model.attention.Place;
import org.attune.model.attention.Source;
import org.attune.model.attention.source.Current;
import org.attune.model.program.Value;

/** Keys, values or both shared by groups of consecutive heads: message tying. */
public record Shared(boolean keys, boolean values, int size) implements Messages {

  public enum Tied {
    BOTH,
    KEYS,
    VALUES
  }

  /** Whether groups of heads share keys, values or both. */
  public static final Choice<Tied> TIED =
      Choice.of(
          Tied.class,
          "attention.messages.tied",
          "tied_messages",
          "what the heads of a group share",
          List.of(
              Option.of(Tied.BOTH, "keys and values", "Ainslie et al. 2023"),
              Option.of(Tied.KEYS, "keys alone", ""),
              Option.of(Tied.VALUES, "values alone", "")));

  /** The number of heads per group. */
  public static final Parameter SIZE =
      Parameter.integer(
          "attention.messages.group", "message_group", 1, 256, 2, "heads per group; divides them");

  public static final Option OPTION =
      Option.of(
          "shared",
          "groups of heads share keys or values",
          "GQA, arXiv 2305.13245",
          TIED.parameter(),
          SIZE);

  public Shared(Configuration settings) {
    this(
        settings.choice(TIED) != Tied.VALUES,
        settings.choice(TIED) != Tied.KEYS,
        settings.integer(SIZE));
  }

  @Override
  public List<String> limits(Place place, int length) {
    return limits(size, place);
  }

  /** Refuses groups of a size that does not divide the heads. */
  static List<String> limits(int size, Place place) {
    return place.heads() % size == 0
        ? List.of()
        : List.of(
            "attention.messages.group %d does not divide model.heads %d"
                .formatted(size, place.heads()));
  }

  @Override
  public Place keys(Place place) {
    return keys ? place.groups(size) : place;
  }

  @Override
  public HeadMessages from(Value x, Source query, Source key, Place place) {
    Place group = place.groups(size);
    Value k = key.from(x, "key", keys ? group : place); // (B·T, d / g or d)
    Value v = new Current().from(x, "value", values ? group : place); // (B·T, d / g or d)
    return new HeadMessages(
        query.from(x, "query", place), k, keys ? size : 1, v, values ? size : 1);
  }
}
