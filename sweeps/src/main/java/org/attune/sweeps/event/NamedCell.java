package org.attune.sweeps.event;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.attune.sweeps.space.Axis;
import org.attune.sweeps.space.Branch;
import org.attune.sweeps.space.Values;
import org.attune.sweeps.spec.SweepSpec;

/**
 * A cell named in the sweep file. The name does not affect numbers, so it may change when a sweep
 * resumes.
 *
 * @param name chosen by the user
 * @param settings canonical values by key that distinguish this cell from the others
 * @param control name of the cell with which the file compares it; empty if there is none
 */
public record NamedCell(String name, SortedMap<String, String> settings, Optional<String> control) {

  private static final String BETWEEN = " / ";

  public NamedCell {
    settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
  }

  /** The cells that a spec names, in the file's order; empty if it names none. */
  static List<NamedCell> of(SweepSpec spec) {
    Map<String, String> controls = new LinkedHashMap<>();
    spec.comparison()
        .layout()
        .controls()
        .forEach((cell, control) -> controls.putIfAbsent(name(cell), name(control)));
    List<NamedCell> cells = new ArrayList<>();
    for (Axis axis : spec.axes()) {
      for (int i = 0; i < axis.names().size(); i++) {
        String name = axis.names().get(i);
        cells.add(
            new NamedCell(
                name,
                settings(axis.branches().get(i)),
                Optional.ofNullable(controls.get(name)).filter(other -> !other.equals(name))));
      }
    }
    return cells;
  }

  /** A table label starts with the cell's name; axis values follow. */
  private static String name(String label) {
    int end = label.indexOf(BETWEEN);
    return end < 0 ? label : label.substring(0, end);
  }

  private static SortedMap<String, String> settings(Branch branch) {
    SortedMap<String, String> settings = new TreeMap<>();
    branch
        .values()
        .forEach((key, values) -> settings.put(key, ((Values.Listed) values).values().get(0)));
    return settings;
  }
}
