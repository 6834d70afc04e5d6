package org.attune.api.catalog;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The checked values of a {@link Choosable}'s settings, including defaults.
 *
 * <pre>{@code
 * Settings settings = new Settings(new TreeMap<>(Map.of("trials", "20", "step", "0.1")));
 * settings.integer("trials"); // 20
 * settings.real("step"); // 0.1
 * settings.find("startup"); // Optional.empty
 * }</pre>
 *
 * @param values canonical, by the setting's name
 */
public record Settings(SortedMap<String, String> values) {

  /** No settings. */
  public static final Settings NONE = new Settings(new TreeMap<>());

  public Settings {
    values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
  }

  /**
   * Completes the given settings with the defaults.
   *
   * @throws IllegalArgumentException if a setting is unknown, missing, or outside its domain
   */
  public static Settings of(Choosable choosable, Map<String, String> given) {
    SortedMap<String, String> values = new TreeMap<>();
    for (Setting setting : choosable.settings()) {
      String value = given.get(setting.name());
      if (value != null) {
        values.put(setting.name(), setting.domain().canonical(value));
      } else if (setting.required()) {
        throw new IllegalArgumentException(
            choosable.name() + " needs the setting " + setting.name());
      } else {
        setting.standard().ifPresent(standard -> values.put(setting.name(), standard));
      }
    }
    for (String name : given.keySet()) {
      if (choosable.settings().stream().noneMatch(setting -> setting.name().equals(name))) {
        throw new IllegalArgumentException(choosable.name() + " has no setting " + name);
      }
    }
    return new Settings(values);
  }

  /** The value of an optional setting. */
  public Optional<String> find(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /**
   * The value as text.
   *
   * @throws IllegalArgumentException if it is absent
   */
  public String text(String name) {
    return find(name)
        .orElseThrow(() -> new IllegalArgumentException("Cannot read '" + name + "' of " + values));
  }

  /** The value of an {@link Domain.IntegerRange}. */
  public long integer(String name) {
    return Long.parseLong(text(name));
  }

  /** The value of a {@link Domain.RealRange}. */
  public double real(String name) {
    return Double.parseDouble(text(name));
  }

  /** The value of a {@link Domain.Flag}. */
  public boolean flag(String name) {
    return Boolean.parseBoolean(text(name));
  }
}
