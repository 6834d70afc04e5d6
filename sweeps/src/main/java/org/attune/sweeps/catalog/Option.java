package org.attune.sweeps.catalog;

import java.util.List;

/**
 * One value of a {@link Domain.Choice}.
 *
 * @param name what a sweep file calls it, kebab-case
 * @param describes one line for {@code attune list axes}
 * @param source the paper, section or equation it comes from; may be empty
 * @param parameters what is set for this option only
 */
public record Option(String name, String describes, String source, List<Parameter> parameters) {

  public Option {
    parameters = List.copyOf(parameters);
  }

  /** An option without parameters of its own. */
  public static Option of(String name, String describes, String source) {
    return new Option(name, describes, source, List.of());
  }
}
