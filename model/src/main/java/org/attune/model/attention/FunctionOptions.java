package org.attune.model.attention;

import java.util.Arrays;
import java.util.List;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.primitive.Pointwise;

/** Functions of one number, as options of a parameter. */
public final class FunctionOptions {

  private FunctionOptions() {}

  /** Returns some functions as options, by name; the first is the default. */
  public static List<Option> of(String... names) {
    return Arrays.stream(names)
        .map(name -> Option.of(name, Pointwise.of(name).formula(), ""))
        .toList();
  }
}
