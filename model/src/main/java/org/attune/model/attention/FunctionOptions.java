package org.attune.model.attention;

import java.util.Arrays;
import java.util.List;
import org.attune.model.catalog.Parameter.Option;
import org.attune.model.primitive.Pointwise;

/** FunctionOptions of one number, as the options of a setting. */
public final class FunctionOptions {

  private FunctionOptions() {}

  /** Some functions by name; the first is the default. */
  public static List<Option> of(String... names) {
    return Arrays.stream(names)
        .map(name -> Option.of(name, Pointwise.of(name).formula(), ""))
        .toList();
  }
}
