package org.attune.model.catalog;

import java.util.Map;
import java.util.TreeMap;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;

/**
 * A trial's settings: flat keys with their values as text. Absent keys have their defaults. Values
 * are checked when read.
 */
public final class Configuration {

  private final Map<String, String> values;

  public Configuration(Map<String, String> values) {
    this.values = new TreeMap<>(values);
  }

  /** Returns the given settings, sorted by key. */
  public Map<String, String> values() {
    return new TreeMap<>(values);
  }

  /** Returns these settings with one changed. */
  public Configuration with(String key, Object value) {
    Map<String, String> changed = values();
    changed.put(key, String.valueOf(value));
    return new Configuration(changed);
  }

  public String text(Parameter parameter) {
    return values.getOrDefault(parameter.key(), parameter.defaultValue());
  }

  /** Returns the name of the chosen option. */
  public String choice(Parameter parameter) {
    String name = text(parameter);
    for (Option option : parameter.options()) {
      if (option.name().equals(name)) {
        return name;
      }
    }
    throw invalid(
        parameter, name, "one of " + parameter.options().stream().map(Option::name).toList());
  }

  public int integer(Parameter parameter) {
    String text = text(parameter);
    Domain.IntegerRange range = (Domain.IntegerRange) parameter.domain();
    String allowed = "a whole number from " + range.min() + " to " + range.max();
    try {
      long value = Long.parseLong(text.trim());
      if (value < range.min() || value > range.max()) {
        throw invalid(parameter, text, allowed);
      }
      return Math.toIntExact(value);
    } catch (NumberFormatException e) {
      throw invalid(parameter, text, allowed);
    }
  }

  public double real(Parameter parameter) {
    String text = text(parameter);
    Domain.RealRange range = (Domain.RealRange) parameter.domain();
    String allowed = "a number from " + range.min() + " to " + range.max();
    try {
      double value = Double.parseDouble(text.trim());
      if (!(value >= range.min() && value <= range.max())) {
        throw invalid(parameter, text, allowed);
      }
      return value;
    } catch (NumberFormatException e) {
      throw invalid(parameter, text, allowed);
    }
  }

  public boolean flag(Parameter parameter) {
    String text = text(parameter);
    if (!text.equals("true") && !text.equals("false")) {
      throw invalid(parameter, text, "true or false");
    }
    return text.equals("true");
  }

  /** Returns a set of layers. */
  public LayerSet layers(Parameter parameter) {
    String text = text(parameter);
    if (!text.matches(LayerSet.PATTERN)) {
      throw invalid(parameter, text, LayerSet.ALLOWED);
    }
    return LayerSet.of(text);
  }

  private static IllegalArgumentException invalid(Parameter p, String given, String allowed) {
    return new IllegalArgumentException("Invalid %s: '%s' (%s)".formatted(p.key(), given, allowed));
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
