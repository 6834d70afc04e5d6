package org.attune.model.catalog;

import java.util.ArrayList;
import java.util.List;

/**
 * One value of a choice.
 *
 * @param name as written in a sweep file
 * @param description one line
 * @param source the paper that proposed it, or "" where that is its parameter's
 * @param parameters what may be set where this option is chosen
 */
public record Option(String name, String description, String source, List<Parameter> parameters) {

  public Option {
    parameters = List.copyOf(parameters);
  }

  public static Option of(String name, String description, String source, Parameter... settings) {
    return new Option(name, description, source, List.of(settings));
  }

  /** The same with another setting. */
  Option with(Parameter setting) {
    List<Parameter> all = new ArrayList<>(parameters);
    all.add(setting);
    return new Option(name, description, source, all);
  }

  /** The same, and its settings, with this source wherever none is said. */
  Option sourced(String otherwise) {
    String own = source.isEmpty() ? otherwise : source;
    return new Option(
        name, description, own, parameters.stream().map(p -> p.sourced(own)).toList());
  }
}
