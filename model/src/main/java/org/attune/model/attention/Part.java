package org.attune.model.attention;

import java.util.List;

/** What can be chosen on an axis of a model. It says itself with what it does not go together. */
public interface Part {

  /** What it needs and what it is without; as a rule it goes with everything. */
  default Declaration declares() {
    return Declaration.NOTHING;
  }

  /**
   * Why it cannot stand at a place, in words for the user that name the key to change; none where
   * it can.
   *
   * @param place with the heads that it works on
   * @param length tokens of a sequence, or rows of a set
   */
  default List<String> limits(Place place, int length) {
    return List.of();
  }
}
