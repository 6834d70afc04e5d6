package org.attune.sweeps.spec.claims;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.ParameterTree;
import org.attune.sweeps.space.Axis;
import org.attune.sweeps.space.AxisGrid;
import org.attune.sweeps.space.Space;

/**
 * Names each cell of a grid, for tables and claims. A label joins the named cell's name and each
 * axis value with {@code " / "}, as in {@code split / width=128}.
 *
 * @param names of the branches of the axis {@link Axis#CELLS}, if it exists
 */
record Labels(ParameterTree tree, List<Axis> axes, List<String> names) {

  private static final String BETWEEN = " / ";

  /** The label of the only cell in a sweep that varies nothing. */
  private static final String ONLY = "only";

  /** The cells of a space by label, in the grid's order. */
  Map<String, Configuration> of(Space space) {
    Map<String, Configuration> cells = new LinkedHashMap<>();
    List<AxisGrid> grids = axes.stream().map(AxisGrid::new).toList();
    long all = space.cells();
    for (long i = 0; i < all; i++) {
      String label = label(grids, i);
      Configuration cell = space.cell(i);
      // Words may have the separator in them, so that the labels of two cells read alike.
      if (!cell.equals(cells.getOrDefault(label, cell))) {
        label += " #" + (i + 1);
      }
      cells.put(label, cell);
    }
    return cells;
  }

  private String label(List<AxisGrid> grids, long cell) {
    String label = "";
    long rest = cell;
    for (int i = axes.size() - 1; i >= 0; i--) {
      long points = grids.get(i).points();
      String part = part(axes.get(i), grids.get(i), rest % points);
      label = label.isEmpty() ? part : part + BETWEEN + label;
      rest /= points;
    }
    return label.isEmpty() ? ONLY : label;
  }

  private String part(Axis axis, AxisGrid grid, long point) {
    if (axis.key().equals(Axis.CELLS)) {
      return names.get((int) point);
    }
    SortedMap<String, String> values = new TreeMap<>(grid.point(point));
    Parameter parameter = tree.parameter(axis.key()).orElseThrow();
    StringJoiner part = new StringJoiner(" ");
    part.add(
        parameter.domain() instanceof Domain.Choice
            ? values.get(axis.key())
            : assigned(axis.key(), values));
    values.keySet().stream()
        .filter(key -> !key.equals(axis.key()))
        .forEach(key -> part.add(assigned(key, values)));
    return part.toString();
  }

  private static String assigned(String key, Map<String, String> values) {
    return key.substring(key.lastIndexOf('.') + 1) + "=" + values.get(key);
  }
}
