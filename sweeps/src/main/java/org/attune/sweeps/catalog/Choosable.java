package org.attune.sweeps.catalog;

import java.util.List;
import java.util.Optional;

/**
 * Something that a sweep file chooses by name and sets up: a search method, a stopping rule. The
 * file's reader, its messages and {@code attune list} follow from what it says of itself.
 */
public interface Choosable {

  /** Kebab-case, as the file writes it. */
  String name();

  /** What it does, in a line. */
  String describes();

  /** The paper, section or equation it comes from; may be empty. */
  String source();

  /** What can be set, in the order that it is listed. */
  List<Setting> settings();

  /** The one with a name, if it is there. */
  static <C extends Choosable> Optional<C> find(List<C> among, String name) {
    return among.stream().filter(one -> one.name().equals(name)).findFirst();
  }
}
