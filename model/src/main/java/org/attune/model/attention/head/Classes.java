package org.attune.model.attention.head;

import java.util.List;
import org.attune.model.attention.Place;

/** What heads that classify have in common. */
final class Classes {

  private Classes() {}

  /** Refuses to split class indicators over heads. */
  static List<String> limits(Place place, String head) {
    return place.heads() == 1
        ? List.of()
        : List.of(
            "model.heads %d cannot share the classes of model.kind.head %s; set it to 1"
                .formatted(place.heads(), head));
  }
}
