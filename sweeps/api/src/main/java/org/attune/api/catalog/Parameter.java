package org.attune.api.catalog;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Something that a sweep file can set or vary. If it is a choice, an option may have parameters of
 * its own, which exist only when that option is chosen.
 *
 * @param key flat, kebab-case, dotted by group, such as {@code attention.query.fraction}; the key
 *     of an option's parameter starts with the key of its choice
 * @param column its column in the results table, permanent and unique in the catalog, such as
 *     {@code split_fraction}
 * @param domain its allowed values
 * @param defaultValue the value if a sweep gives none; must be in the domain
 * @param describes one line for {@code attune list axes}
 * @param source the paper, section or equation that introduced it; may be empty
 * @param quiet whether configurations omit it unless it is set, for parameters added after sweeps
 *     had been recorded: those sweeps keep their trials' ids and can be resumed
 * @param below the parameters of options, by option name
 */
public record Parameter(
    String key,
    String column,
    Domain domain,
    String defaultValue,
    String describes,
    String source,
    boolean quiet,
    Map<String, List<Parameter>> below) {

  public Parameter {
    Map<String, List<Parameter>> copy = new LinkedHashMap<>();
    for (Map.Entry<String, List<Parameter>> option : below.entrySet()) {
      if (!(domain instanceof Domain.Choice choice) || choice.option(option.getKey()).isEmpty()) {
        throw new IllegalArgumentException(
            "Invalid catalog: '%s' has no option '%s' to bring parameters"
                .formatted(key, option.getKey()));
      }
      copy.put(option.getKey(), List.copyOf(option.getValue()));
    }
    below = Collections.unmodifiableMap(copy);
  }

  /** Creates a parameter that every configuration to which it applies contains. */
  public Parameter(
      String key,
      String column,
      Domain domain,
      String defaultValue,
      String describes,
      String source) {
    this(key, column, domain, defaultValue, describes, source, false, Map.of());
  }

  /** A copy in which an option of its choice has these parameters. */
  public Parameter with(String option, List<Parameter> brought) {
    Map<String, List<Parameter>> all = new LinkedHashMap<>(below);
    all.put(option, brought);
    return new Parameter(key, column, domain, defaultValue, describes, source, quiet, all);
  }

  /** The parameters of an option; empty for anything but an option of a choice. */
  public List<Parameter> below(String option) {
    return below.getOrDefault(option, List.of());
  }
}
