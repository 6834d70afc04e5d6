package org.attune.sweeps.catalog;

/**
 * One thing that a sweep file can set or vary.
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
 */
public record Parameter(
    String key,
    String column,
    Domain domain,
    String defaultValue,
    String describes,
    String source,
    boolean quiet) {

  /** A parameter that every configuration it applies to has. */
  public Parameter(
      String key,
      String column,
      Domain domain,
      String defaultValue,
      String describes,
      String source) {
    this(key, column, domain, defaultValue, describes, source, false);
  }
}
