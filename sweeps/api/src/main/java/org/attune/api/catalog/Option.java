package org.attune.api.catalog;

/**
 * An option of a {@link Domain.Choice}.
 *
 * @param name its kebab-case name in sweep files
 * @param describes one line for {@code attune list axes}
 * @param source the paper, section or equation that introduced it; may be empty
 */
public record Option(String name, String describes, String source) {}
