package org.attune.model.attention;

import java.util.ArrayList;
import java.util.List;
import org.attune.model.catalog.Configuration;
import org.attune.model.network.Decoder;
import org.attune.model.network.Signature;

/** Combinations of valid settings that make no sense, each with the reason a user will read. */
public final class Conflicts {

  private Conflicts() {}

  /** The reasons against a configuration; none when it is fine. */
  public static List<String> of(Configuration settings, Signature signature) {
    List<String> reasons = new ArrayList<>();
    int width = settings.integer(Decoder.WIDTH);
    int heads = settings.integer(Decoder.HEADS);
    if (width % heads != 0) {
      reasons.add("model.heads %d do not divide model.width %d".formatted(heads, width));
    } else if (settings.choice(Parts.POSITION).equals("rope") && width / heads % 2 != 0) {
      reasons.add(
          "model.positions rope turns pairs of columns, and heads of width %d have an odd number"
              .formatted(width / heads));
    }
    return reasons;
  }
}
