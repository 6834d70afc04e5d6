package org.attune.model.attention.message;

import static org.attune.model.primitive.HeadRepeat.headRepeat;

import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.Messages;
import org.attune.model.attention.Place;
import org.attune.model.attention.Source;
import org.attune.model.attention.source.Current;
import org.attune.model.program.Value;

/**
 * Patterns of full rank: {@code s_ij = x_i (x_j W_P)' / sqrt(d_h)} with one d x d matrix per head.
 * It replaces {@code W_K W_Q'}, whose rank is d_h. The query is the token itself.
 */
public record Merged() implements Messages {

  public static final Option OPTION =
      Option.of(
          "merged",
          "one d x d pattern matrix per head in place of query and key matrices",
          "Patterns and Messages, P0");

  @Override
  public Declaration declares() {
    return Declaration.lacks(Feature.QUERY, Feature.KEY, Feature.OWN_QUERY);
  }

  @Override
  public HeadMessages from(Value x, Source query, Source key, Place place) {
    Place wide = place.with(place.heads(), x.columns());
    return new HeadMessages(
        headRepeat(x, 1, place.heads()), // (B·T, H·d)
        key.from(x, "pattern", wide), // (B·T, H·d)
        new Current().from(x, "value", place)); // (B·T, d)
  }
}
