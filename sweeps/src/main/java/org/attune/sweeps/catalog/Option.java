package org.attune.sweeps.catalog;

/**
 * One value of a {@link Domain.Choice}.
 *
 * @param name what a sweep file calls it, kebab-case
 * @param describes one line for {@code attune list axes}
 * @param source the paper, section or equation it comes from; may be empty
 */
public record Option(String name, String describes, String source) {}
