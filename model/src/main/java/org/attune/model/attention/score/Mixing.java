package org.attune.model.attention.score;

import static org.attune.model.primitive.HeadMixing.headMixing;

import java.util.List;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.Place;
import org.attune.model.attention.ScoreMap;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * Head mixing: each head's scores, or weights, become a learned sum over the heads of its group.
 * The sum starts as the head's own. With one group for all heads, before and after the softmax,
 * this is Talking Heads.
 *
 * @param group heads per group; 0 for all of them
 * @param setting the parameter of the group size
 */
public record Mixing(int group, Parameter setting) implements ScoreMap {

  private static final String BEFORE = "attention.score-mixing";
  private static final String AFTER = "attention.weight-mixing";
  private static final String BEFORE_COLUMN = "score_mixing";
  private static final String AFTER_COLUMN = "weight_mixing";

  /** The number of heads per group before the softmax. */
  public static final Parameter GROUP_BEFORE = group(BEFORE, BEFORE_COLUMN);

  /** The number of heads per group after the softmax. */
  public static final Parameter GROUP_AFTER = group(AFTER, AFTER_COLUMN);

  public static final Option OPTION_BEFORE = option(GROUP_BEFORE);
  public static final Option OPTION_AFTER = option(GROUP_AFTER);

  /** Returns the mixing of the scores. */
  public static Mixing before(Configuration settings) {
    return new Mixing(settings.integer(GROUP_BEFORE), GROUP_BEFORE);
  }

  /** Returns the mixing of the weights. */
  public static Mixing after(Configuration settings) {
    return new Mixing(settings.integer(GROUP_AFTER), GROUP_AFTER);
  }

  @Override
  public Declaration declares() {
    return setting == GROUP_BEFORE ? Declaration.needs(Feature.SCORES) : Declaration.NOTHING;
  }

  @Override
  public List<String> limits(Place place, int length) {
    return group == 0 || place.heads() % group == 0
        ? List.of()
        : List.of(
            "%s %d does not divide the %d heads it mixes"
                .formatted(setting.key(), group, place.heads()));
  }

  @Override
  public Value map(Value scores, Place place) {
    int size = group == 0 ? place.heads() : group;
    Init identity =
        (values, rows, columns, random) -> {
          for (int h = 0; h < rows; h++) {
            values[h * columns + h % columns] = 1;
          }
        };
    Value mixing = Program.of(scores).parameter("mixing", identity, place.heads(), size);
    return headMixing(scores, mixing); // (B, H, T, T)
  }

  private static Parameter group(String part, String column) {
    return Parameter.integer(
        part + ".group", column + "_group", 0, 256, 0, "heads that mix; 0 for all of a layer's");
  }

  private static Option option(Parameter group) {
    return Option.of(
        "mixed",
        "each head becomes a learned sum of its group's, starting from its own",
        "Talking Heads, arXiv 2003.02436; multi-token attention, arXiv 2504.00927",
        group);
  }
}
