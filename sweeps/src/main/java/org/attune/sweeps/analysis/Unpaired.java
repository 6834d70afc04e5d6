package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.state.CellNames;

/** Cells without a row in the table of pairs, and settings that no row counts, with the reason. */
final class Unpaired {

  private final CellNames names;
  private final List<String> held;
  private final boolean open;

  /** The cells, by what keeps them apart from their control. */
  private final Map<String, List<String>> cells = new LinkedHashMap<>();

  /** Settings that no row counts, with the cells that failed there. */
  private final Map<String, Set<String>> left = new LinkedHashMap<>();

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

  /** Adds a cell that failed at every seed, as its control did, unless it has a verdict. */
  void addFailed(CellPair row) {
    if (row.isEmpty()) {
      add(row.cell(), "it failed at every seed, and so did %s".formatted(row.control()));
    }
  }

  /** Adds the settings at which a cell and its control failed at every seed. */
  void addLeft(Arms.Tuned cell, Arms.Tuned control, SettingPairs common) {
    for (List<String> setting : common.left()) {
      left.computeIfAbsent(
              place(names, held, cell.at().get(setting)), where -> new LinkedHashSet<>())
          .addAll(List.of(cell.name(), control.name()));
    }
  }

  /** A cell's setting of the keys that are held equal; the cell may lack some. */
  static String place(CellNames names, List<String> held, Configuration cell) {
    String values = names.values(held, cell);
    return values.isEmpty()
        ? held.stream().map(names::word).collect(Collectors.joining(", ")) + " " + Factor.NO_VALUE
        : values;
  }

  /** Adds a cell without a finished or failed trial. */
  void addStopped(String cell) {
    add(cell, "each trial that ended was stopped early");
  }

  private void add(String cell, String why) {
    cells.computeIfAbsent(why, c -> new ArrayList<>()).add(cell);
  }

  /** One note for each reason: {@code not compared: wide (no seed in common with plain)}. */
  List<String> notes() {
    Stream<String> unlike =
        cells.entrySet().stream()
            .map(
                entry ->
                    "not compared%s: %s (%s)"
                        .formatted(
                            open ? " yet" : "",
                            String.join("; ", entry.getValue()),
                            entry.getKey()));
    Stream<String> failed =
        left.entrySet().stream()
            .map(
                entry ->
                    "left out: %s, where all trials of %s failed"
                        .formatted(entry.getKey(), String.join(" and ", entry.getValue())));
    return Stream.concat(unlike, failed).toList();
  }
}
