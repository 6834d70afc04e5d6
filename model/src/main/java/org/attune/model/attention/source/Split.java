package org.attune.model.attention.source;

import static org.attune.model.primitive.Shift.shiftColumns;

import java.util.List;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Place;
import org.attune.model.attention.Source;
import org.attune.model.program.Value;

/**
 * The current token for the first heads and an earlier token for the last {@code fraction} of
 * heads, with the same weights (split-Q, E1-SQ; for keys split-K).
 */
public record Split(double fraction, int offset, Side side) implements Source {

  private static final String SHARE = "share of heads that look back, the last ones";

  /** The share of heads whose queries look back. */
  public static final Parameter QUERY_FRACTION =
      Parameter.real("attention.query.fraction", "split_fraction", 0, 1, 0.5, SHARE);

  /** The share of heads whose keys look back. */
  public static final Parameter KEY_FRACTION =
      Parameter.real("attention.key.fraction", "key_split_fraction", 0, 1, 0.5, SHARE);

  private static final String NAME = "split";
  private static final String WHAT = "some heads from the current token, the others from the last";

  public static final Option QUERY_OPTION = Option.of(NAME, WHAT, "split-Q, E1-SQ", QUERY_FRACTION);
  public static final Option KEY_OPTION =
      Option.of(NAME, WHAT, "split-K, control of split-Q", KEY_FRACTION);

  public static Split ofQueries(Configuration settings) {
    return new Split(settings.real(QUERY_FRACTION), 1, Side.QUERY);
  }

  public static Split ofKeys(Configuration settings) {
    return new Split(settings.real(KEY_FRACTION), 1, Side.KEY);
  }

  @Override
  public Declaration declares() {
    return fraction == 0 ? Declaration.NOTHING : side.declares();
  }

  @Override
  public List<String> limits(Place place, int length) {
    double exact = fraction * place.heads();
    if (Math.abs(exact - Math.round(exact)) >= 1e-9) {
      return List.of(
          "%s %s of %d heads is not a whole number: choose a multiple of 1/%d"
              .formatted(side.key("fraction"), fraction, place.heads(), place.heads()));
    }
    return fraction == 0 ? List.of() : side.limits(offset, length);
  }

  @Override
  public Value from(Value x, String name, Place place) {
    Value now = new Current().from(x, name, place); // (B·T, d)
    int back = headsBack(fraction, place.heads());
    if (back == 0) {
      return now;
    }
    return shiftColumns(now, (place.heads() - back) * place.headWidth(), offset); // (B·T, d)
  }

  private static int headsBack(double fraction, int heads) {
    return (int) Math.round(fraction * heads);
  }
}
