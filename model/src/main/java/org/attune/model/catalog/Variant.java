package org.attune.model.catalog;

import java.util.List;
import java.util.function.Function;

/**
 * An option and what makes it real: one registry line.
 *
 * @param option its name, description, source and settings
 * @param make builds it from a configuration's settings
 */
public record Variant<P>(Option option, Function<Configuration, ? extends P> make) {

  /** The axis on which variants are the options. */
  public static <P> Parameter axis(
      String key, String column, String description, List<Variant<P>> variants) {
    return Parameter.choice(
        key, column, description, variants.stream().map(Variant::option).toList());
  }

  /** The variant that a configuration chooses on an axis, built. */
  public static <P> P chosen(Parameter axis, List<Variant<P>> variants, Configuration settings) {
    String name = settings.choice(axis);
    return variants.stream()
        .filter(v -> v.option().name().equals(name))
        .findFirst()
        .orElseThrow()
        .make()
        .apply(settings);
  }
}
