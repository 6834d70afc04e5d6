package org.attune.model.attention;

import java.util.List;

/** A part that can be chosen on an axis of a model. It declares its own incompatibilities. */
public interface Part {

  /** Returns its needs and lacks. By default it is compatible with everything. */
  default Declaration declares() {
    return Declaration.NOTHING;
  }

  /**
   * Returns why the part cannot work at a place, in sentences for the user that name the key to
   * change; empty if it can.
   *
   * @param place the place, with the heads it works on
   * @param length tokens of a sequence, or rows of a set
   */
  default List<String> limits(Place place, int length) {
    return List.of();
  }
}
