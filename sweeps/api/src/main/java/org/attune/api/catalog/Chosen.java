package org.attune.api.catalog;

/**
 * A sweep file's choice among {@link Choosable}s.
 *
 * @param name of the choice
 * @param settings its complete values
 */
public record Chosen(String name, Settings settings) {}
