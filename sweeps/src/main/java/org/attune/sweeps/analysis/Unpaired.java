package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.attune.sweeps.state.CellNames;

/** Cells without a row in the table of pairs: they have no trial to pair with their control. */
final class Unpaired {

  private final CellNames names;
  private final List<String> held;
  private final boolean open;

  /** The cells, by what keeps them apart from their control. */
  private final Map<String, List<String>> cells = new LinkedHashMap<>();

  /**
   * No cells yet.
   *
   * @param held the swept keys that the table holds equal
   * @param open whether trials are open, so that pairs may come
   */
  Unpaired(CellNames names, List<String> held, boolean open) {
    this.names = names;
    this.held = held;
    this.open = open;
  }

  void add(Arms.Tuned cell, Arms.Tuned control) {
    boolean apart = Collections.disjoint(cell.at().keySet(), control.at().keySet());
    String lacks =
        apart
            ? "value of " + held.stream().map(names::word).collect(Collectors.joining(", "))
            : "seed";
    add(cell.name(), "no %s in common with %s".formatted(lacks, control.name()));
  }

  /** Adds a cell of which no trial has finished or failed. */
  void addStopped(String cell) {
    add(cell, "each trial that ended was stopped early");
  }

  private void add(String cell, String why) {
    cells.computeIfAbsent(why, c -> new ArrayList<>()).add(cell);
  }

  /** One note for each reason: {@code not compared: wide (no seed in common with plain)}. */
  List<String> notes() {
    return cells.entrySet().stream()
        .map(
            entry ->
                "not compared%s: %s (%s)"
                    .formatted(
                        open ? " yet" : "", String.join("; ", entry.getValue()), entry.getKey()))
        .toList();
  }
}
