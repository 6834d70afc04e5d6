package org.attune.model.attention.head;

import java.util.List;
import org.attune.model.attention.Place;

/** Helpers for heads that classify. */
final class Classes {

  private Classes() {}

  /** Refuses more than one head, which would split the class indicators. */
  static List<String> limits(Place place, String head) {
    return place.heads() == 1
        ? List.of()
        : List.of(
            "model.heads %d cannot share the classes of model.kind.head %s; set it to 1"
                .formatted(place.heads(), head));
  }
}
