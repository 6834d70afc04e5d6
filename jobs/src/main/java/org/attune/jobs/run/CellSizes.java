package org.attune.jobs.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.attune.api.Cost;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.jobs.console.CutText;
import org.attune.jobs.console.TextTable;
import org.attune.sweeps.space.Axis;
import org.attune.sweeps.space.Values;
import org.attune.sweeps.spec.SweepSpec;

/** Parameters, FLOPs and state of each named cell; {@code validate} prints them. */
final class CellSizes {

  private static final int MOST_CELLS = 40;

  /** Characters of a value, such as a formula, which {@code validate} prints whole below. */
  private static final int MOST_SHOWN = 40;

  private CellSizes() {}

  /** A table after a blank line; empty when the sweep names no cells or has no models. */
  static String of(SweepSpec spec, AxisCatalog catalog) {
    for (Axis axis : spec.axes()) {
      if (!axis.names().isEmpty()) {
        return table(spec, catalog, axis);
      }
    }
    return "";
  }

  private static String table(SweepSpec spec, AxisCatalog catalog, Axis axis) {
    TextTable table =
        TextTable.of(
            "cell", "sets", "parameters", "less the first's", "FLOPs a trial", "state bytes");
    long first = 0;
    for (int i = 0; i < Math.min(MOST_CELLS, axis.names().size()); i++) {
      Configuration cell = cell(spec, catalog, axis, i);
      if (!catalog.conflicts(cell).isEmpty()) {
        continue;
      }
      Cost cost = catalog.cost(cell);
      first = table.rows().isEmpty() ? cost.parameters() : first;
      OptionalLong state = cost.stateBytes();
      table.add(
          axis.names().get(i),
          settings(axis, i),
          "%,d".formatted(cost.parameters()),
          "%+,d".formatted(cost.parameters() - first),
          "%.3g".formatted(cost.flops()),
          state.isPresent() ? "%,d".formatted(state.getAsLong()) : "-");
    }
    return first == 0 ? "" : "\n" + table.aligned();
  }

  private static String settings(Axis axis, int cell) {
    List<String> settings = new ArrayList<>();
    axis.branches()
        .get(cell)
        .values()
        .forEach(
            (key, values) ->
                settings.add(
                    key
                        + "="
                        + CutText.of(((Values.Listed) values).values().get(0), MOST_SHOWN, "...")));
    return String.join(", ", settings);
  }

  /** A named cell. The file's fixed settings apply, and every other axis takes its first value. */
  private static Configuration cell(SweepSpec spec, AxisCatalog catalog, Axis named, int cell) {
    Map<String, String> settings = new HashMap<>(spec.fixed());
    for (Axis axis : spec.axes()) {
      axis.branches()
          .get(axis == named ? cell : 0)
          .values()
          .forEach(
              (key, values) -> {
                if (values instanceof Values.Listed listed) {
                  settings.put(key, listed.values().get(0));
                }
              });
    }
    return Configuration.of(catalog.tree(), settings);
  }
}
