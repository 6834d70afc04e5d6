package org.attune.model.attention.score;

import org.attune.model.attention.Place;
import org.attune.model.catalog.Configuration;
import org.attune.model.catalog.Parameter;

/**
 * The layers that have a part: {@code start, start + every, start + 2 every, ...}, from 0.
 *
 * @param every at least 1
 * @param start at least 0
 */
public record Placement(int every, int start) {

  static Parameter every(String part, String column) {
    return Parameter.integer(
        part + ".every", column + "_every", 1, 256, 1, "every how many layers have it");
  }

  static Parameter start(String part, String column) {
    return Parameter.integer(
        part + ".start", column + "_start", 0, 255, 0, "first layer that has it, from 0");
  }

  static Placement of(Configuration settings, String part, String column) {
    return new Placement(
        settings.integer(every(part, column)), settings.integer(start(part, column)));
  }

  boolean holds(Place place) {
    int since = place.layer() - start;
    return since >= 0 && since % every == 0;
  }
}
