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

  /** The cells, by what keeps them apart from their control. */
  private final Map<String, List<String>> cells = new LinkedHashMap<>();

  /**
   * No cells yet.
   *
   * @param held the swept keys that the table holds equal
   */
  Unpaired(CellNames names, List<String> held) {
    this.names = names;
    this.held = held;
  }

  void add(Arms.Tuned cell, Arms.Tuned control) {
    boolean apart = Collections.disjoint(cell.at().keySet(), control.at().keySet());
    String lacks =
        apart
            ? "value of " + held.stream().map(names::word).collect(Collectors.joining(", "))
            : "seed";
    cells
        .computeIfAbsent(
            "no %s in common with %s".formatted(lacks, control.name()), c -> new ArrayList<>())
        .add(cell.name());
  }

  /** One note for each reason: {@code not compared: wide (no seed in common with plain)}. */
  List<String> notes() {
    return cells.entrySet().stream()
        .map(of -> "not compared: %s (%s)".formatted(String.join("; ", of.getValue()), of.getKey()))
        .toList();
  }
}
