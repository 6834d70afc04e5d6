package org.attune.model.fusion;

/** A rule that replaces some of a program's nodes by fewer with the same results. */
interface Rule {

  /** Its name, by which users switch it off. */
  String name();

  /**
   * Applies the rule at one place.
   *
   * @return whether there was such a place
   */
  boolean apply(Rewriting nodes);
}
