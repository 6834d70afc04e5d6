package org.attune.api.catalog;

import java.util.List;
import java.util.Optional;

/**
 * Something that a sweep file chooses by name and configures: a search method, a stopping rule. The
 * file's reader, its messages and {@code attune list} are derived from this description.
 *
 * <pre>{@code
 * <C extends Choosable> String list(List<C> among) {
 *   return among.stream()
 *       .map(one -> one.name() + ": " + one.describes())
 *       .collect(Collectors.joining("\n"));
 * }
 * }</pre>
 */
public interface Choosable {

  /** The kebab-case name used in files. */
  String name();

  /** A one-line description. */
  String describes();

  /** The paper, section or equation that introduced it; may be empty. */
  String source();

  /** The settings, in the order of listings. */
  List<Setting> settings();

  /** The element with this name, if there is one. */
  static <C extends Choosable> Optional<C> find(List<C> among, String name) {
    return among.stream().filter(one -> one.name().equals(name)).findFirst();
  }
}
