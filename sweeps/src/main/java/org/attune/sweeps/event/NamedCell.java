package org.attune.sweeps.event;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A cell named in the sweep file. The name does not affect numbers, so it may change when a sweep
 * resumes.
 *
 * @param name chosen by the user
 * @param settings canonical values by key that distinguish this cell from the others
 * @param control name of the cell with which the file compares it; empty if there is none
 */
public record NamedCell(String name, SortedMap<String, String> settings, Optional<String> control) {

  public NamedCell {
    settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
  }
}
