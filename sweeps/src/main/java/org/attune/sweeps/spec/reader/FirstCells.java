package org.attune.sweeps.spec.reader;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.ParameterTree;
import org.attune.sweeps.search.SearchMethods;
import org.attune.sweeps.space.Coordinates;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.axes.FixedValues;
import org.attune.sweeps.spec.form.Fields;
import org.attune.sweeps.spec.form.Form;
import org.attune.sweeps.spec.form.Given;
import org.attune.sweeps.spec.form.Key;
import org.yaml.snakeyaml.nodes.MappingNode;

/**
 * Reads {@code try-first: [{train.learning-rate: 1e-3}, ...]}: cells to try before the search
 * chooses any.
 */
final class FirstCells {

  static final Key<List<Given>> TRY_FIRST =
      new Key<>(
          "try-first",
          Form.list(Form.MAPPING, " of cells, such as [{train.learning-rate: 1e-3}]"),
          "cells that are tried before others");

  private final AxisCatalog catalog;
  private final ParameterTree tree;

  FirstCells(AxisCatalog catalog) {
    this.catalog = catalog;
    this.tree = catalog.tree();
  }

  /** The cells, in the file's order. */
  List<Configuration> read(Fields fields, SweepSpec spec) {
    if (!TRY_FIRST.isIn(fields)) {
      return List.of();
    }
    if (SearchMethods.named(spec.search().name()).exhaustive()
        || spec.replicates().untilDecided()) {
      TRY_FIRST
          .at(fields)
          .refuse(
              "changes nothing: this sweep runs every cell anyway; choose another search method than grid, or remove try-first");
      return List.of();
    }
    Coordinates coordinates = new Coordinates(spec.space(tree));
    List<Configuration> cells = new ArrayList<>();
    for (Given item : TRY_FIRST.in(fields).orElse(List.of())) {
      cell(item, spec)
          .filter(cell -> isCell(cell, item, spec, coordinates))
          .ifPresent(
              cell -> {
                if (cells.contains(cell)) {
                  item.refuse("this cell is there twice; keep one of them");
                } else {
                  cells.add(cell);
                }
              });
    }
    return cells;
  }

  private Optional<Configuration> cell(Given item, SweepSpec spec) {
    if (!(item.node() instanceof MappingNode)) {
      return item.refuse("must be a mapping of values by key, not " + item.kind());
    }
    Map<String, String> settings = new HashMap<>(spec.fixed());
    boolean good = true;
    for (Given.Member entry : item.entries()) {
      if (tree.parameter(entry.key()).isEmpty()) {
        FixedValues.unknown(entry.name(), tree, entry.key());
        good = false;
      } else {
        Optional<String> value = entry.value().text();
        value.ifPresent(text -> settings.put(entry.key(), text));
        good &= value.isPresent();
      }
    }
    if (!good) {
      return Optional.empty();
    }
    try {
      return Optional.of(Configuration.of(tree, settings));
    } catch (IllegalArgumentException invalid) {
      return item.refuse(invalid.getMessage());
    }
  }

  private boolean isCell(Configuration cell, Given item, SweepSpec spec, Coordinates coordinates) {
    if (coordinates.point(cell).isEmpty()) {
      item.refuse(
          "is not one of the sweep's cells: give each axis one of its values, and change nothing"
              + " else");
      return false;
    }
    List<String> reasons = new ArrayList<>(catalog.conflicts(cell));
    spec.constraints().stream()
        .filter(constraint -> !constraint.allows(cell))
        .forEach(constraint -> reasons.add("'" + constraint.text() + "' is false"));
    if (!reasons.isEmpty()) {
      item.refuse(String.join("; ", reasons));
    }
    return reasons.isEmpty();
  }
}
