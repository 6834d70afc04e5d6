package org.attune.sweeps.catalog;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One thing that a sweep file can set or vary. Where it is a choice, an option may bring parameters
 * of its own, which are there where that option is chosen.
 *
 * @param key flat, kebab-case, dotted by group, such as {@code attention.query.fraction}; an
 *     option's parameter starts with the key of its choice
 * @param column its column in the results table, fixed once and unique in the catalog, such as
 *     {@code split_fraction}
 * @param domain the values it takes
 * @param defaultValue the value where a sweep says nothing; must be in the domain
 * @param describes one line for {@code attune list axes}
 * @param source the paper, section or equation it comes from; may be empty
 * @param quiet whether it is left out of configurations where nothing sets it, for parameters that
 *     came after sweeps had been recorded: those keep their trials' ids, and go on
 * @param below what options bring, by their names
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

  /** A parameter that every configuration it applies to has. */
  public Parameter(
      String key,
      String column,
      Domain domain,
      String defaultValue,
      String describes,
      String source) {
    this(key, column, domain, defaultValue, describes, source, false, Map.of());
  }

  /** The same, where an option of its choice brings parameters. */
  public Parameter with(String option, List<Parameter> brought) {
    Map<String, List<Parameter>> all = new LinkedHashMap<>(below);
    all.put(option, brought);
    return new Parameter(key, column, domain, defaultValue, describes, source, quiet, all);
  }

  /** What an option brings; none for values of anything but a choice. */
  public List<Parameter> below(String option) {
    return below.getOrDefault(option, List.of());
  }
}
