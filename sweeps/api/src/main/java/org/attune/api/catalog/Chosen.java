package org.attune.api.catalog;

/**
 * A sweep file's choice among {@link Choosable}s.
 *
 * <pre>{@code
 * Chosen search = new Chosen("grid", Settings.NONE);
 * search.name(); // grid
 * }</pre>
 *
 * @param name of the choice
 * @param settings its complete values
 */
public record Chosen(String name, Settings settings) {}
