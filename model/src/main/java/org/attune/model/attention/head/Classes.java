package org.attune.model.attention.head;

import org.attune.model.attention.Place;

/** What heads that classify have in common. */
final class Classes {

  private Classes() {}

  /** Refuses to split class indicators over heads. */
  static void requireOneHead(Place place, String head) {
    if (place.heads() != 1) {
      throw new IllegalArgumentException(
          "Invalid model.heads: %d heads cannot share the classes of %s; set it to 1"
              .formatted(place.heads(), head));
    }
  }
}
