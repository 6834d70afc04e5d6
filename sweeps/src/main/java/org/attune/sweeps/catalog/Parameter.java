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
 */
public record Parameter(
    String key,
    String column,
    Domain domain,
    String defaultValue,
    String describes,
    String source) {}
