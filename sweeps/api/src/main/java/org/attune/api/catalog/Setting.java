package org.attune.api.catalog;

import java.util.List;
import java.util.Optional;
import org.attune.api.catalog.Parameter.Option;

/**
 * A setting of a named choice in a sweep file, such as a search method.
 *
 * <pre>{@code
 * Setting trials = Setting.required("trials", new Domain.IntegerRange(1, 1_000), "cells proposed");
 * Setting step = Setting.standard("step", Domain.RealRange.closed(0, 1), "0.10", "length of a step");
 * trials.required(); // true
 * step.standard(); // Optional[0.1]
 * }</pre>
 *
 * @param name kebab-case, as written in the file
 * @param domain its allowed values
 * @param options the options of a choice; empty for other domains
 * @param standard the canonical default; empty if there is none
 * @param required whether the file must give it
 * @param describes a short description
 */
public record Setting(
    String name,
    Domain domain,
    List<Option> options,
    Optional<String> standard,
    boolean required,
    String describes) {

  /** A setting that the file must give. */
  public static Setting required(String name, Domain domain, String describes) {
    return new Setting(name, domain, List.of(), Optional.empty(), true, describes);
  }

  /** A setting with a default. */
  public static Setting standard(String name, Domain domain, String standard, String describes) {
    return new Setting(
        name, domain, List.of(), Optional.of(domain.canonical(standard)), false, describes);
  }

  /** A setting that may be absent; {@code describes} explains what that means. */
  public static Setting optional(String name, Domain domain, String describes) {
    return new Setting(name, domain, List.of(), Optional.empty(), false, describes);
  }

  /** A choice that may be absent; {@code describes} explains what that means. */
  public static Setting optional(String name, List<Option> options, String describes) {
    return new Setting(name, choice(options), options, Optional.empty(), false, describes);
  }

  /** A choice whose first option is the default. */
  public static Setting standard(String name, List<Option> options, String describes) {
    Optional<String> first = Optional.of(options.get(0).name());
    return new Setting(name, choice(options), options, first, false, describes);
  }

  private static Domain choice(List<Option> options) {
    return new Domain.Choice(options.stream().map(Option::name).toList());
  }
}
