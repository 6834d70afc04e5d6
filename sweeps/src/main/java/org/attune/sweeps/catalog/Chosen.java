package org.attune.sweeps.catalog;

/**
 * What a sweep file chose among {@link Choosable}s.
 *
 * @param name of the one
 * @param settings its values, complete
 */
public record Chosen(String name, Settings settings) {}
