package org.attune.model.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;

/**
 * An option with its factory: one registry line. This type is stable: {@code OwnParts} in jars of
 * yours return it.
 *
 * @param option its name, description, source and settings
 * @param make builds it from a configuration's settings
 */
public record Variant<P>(Option option, Function<Configuration, ? extends P> make) {

  public Variant {
    if (option == null || make == null) {
      throw new IllegalArgumentException("A variant has null for its option or its factory");
    }
  }

  /** Makes the axis whose options are the variants. */
  public static <P> Parameter axis(
      String key, String column, String description, List<Variant<P>> variants) {
    return Parameter.choice(
        key, column, description, variants.stream().map(Variant::option).toList());
  }

  /** Makes an axis chosen by layer: each option but the default has a setting {@code layers}. */
  public static <P> Parameter axisByLayer(
      String key, String column, String description, List<Variant<P>> variants) {
    List<Option> options = new ArrayList<>();
    options.add(variants.get(0).option());
    variants.stream()
        .skip(1)
        .map(v -> v.option().with(LayerSet.parameter(key, column)))
        .forEach(options::add);
    return Parameter.choice(key, column, description, options);
  }

  /** Returns the variant of a layer: the chosen one if the layer has it, else the default. */
  public static <P> P chosen(
      Parameter axis, List<Variant<P>> variants, Configuration settings, int layer, int layers) {
    return named(name(axis, settings, layer, layers), variants, settings);
  }

  /**
   * Returns the name of a layer's variant. For an axis that is not by layer, it is the chosen one.
   */
  public static String name(Parameter axis, Configuration settings, int layer, int layers) {
    boolean chosen =
        LayerSet.of(settings.text(LayerSet.parameter(axis.key(), axis.column())))
            .has(layer, layers);
    return chosen ? settings.choice(axis) : axis.defaultValue();
  }

  /** Builds the variant that a configuration chooses on an axis. */
  public static <P> P chosen(Parameter axis, List<Variant<P>> variants, Configuration settings) {
    return named(settings.choice(axis), variants, settings);
  }

  private static <P> P named(String name, List<Variant<P>> variants, Configuration settings) {
    Variant<P> variant =
        variants.stream().filter(v -> v.option().name().equals(name)).findFirst().orElseThrow();
    P part = variant.make().apply(settings);
    if (part == null) {
      throw OwnClass.of(variant.make()).wrong("the factory of '%s' returned null".formatted(name));
    }
    return part;
  }
}
