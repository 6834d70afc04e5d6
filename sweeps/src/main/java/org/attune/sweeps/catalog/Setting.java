package org.attune.sweeps.catalog;

import java.util.Optional;

/**
 * One setting of something that a sweep file chooses by name, such as a search method.
 *
 * @param name kebab-case, as the file writes it
 * @param domain the values it takes
 * @param standard the value where the file says nothing, canonical; empty when there is none
 * @param required whether the file must say it
 * @param describes what it does, in half a line
 */
public record Setting(
    String name, Domain domain, Optional<String> standard, boolean required, String describes) {

  /** A setting that the file must give. */
  public static Setting required(String name, Domain domain, String describes) {
    return new Setting(name, domain, Optional.empty(), true, describes);
  }

  /** A setting that has a value where the file gives none. */
  public static Setting standard(String name, Domain domain, String standard, String describes) {
    return new Setting(name, domain, Optional.of(domain.canonical(standard)), false, describes);
  }

  /** A setting that may be absent; {@code describes} says what that means. */
  public static Setting optional(String name, Domain domain, String describes) {
    return new Setting(name, domain, Optional.empty(), false, describes);
  }
}
