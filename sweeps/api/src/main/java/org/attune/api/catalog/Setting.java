package org.attune.api.catalog;

import java.util.Optional;

/**
 * A setting of a named choice in a sweep file, such as a search method.
 *
 * @param name kebab-case, as written in the file
 * @param domain its allowed values
 * @param standard the canonical default; empty if there is none
 * @param required whether the file must give it
 * @param describes a short description
 */
public record Setting(
    String name, Domain domain, Optional<String> standard, boolean required, String describes) {

  /** A setting that the file must give. */
  public static Setting required(String name, Domain domain, String describes) {
    return new Setting(name, domain, Optional.empty(), true, describes);
  }

  /** A setting with a default. */
  public static Setting standard(String name, Domain domain, String standard, String describes) {
    return new Setting(name, domain, Optional.of(domain.canonical(standard)), false, describes);
  }

  /** A setting that may be absent; {@code describes} explains what that means. */
  public static Setting optional(String name, Domain domain, String describes) {
    return new Setting(name, domain, Optional.empty(), false, describes);
  }
}
