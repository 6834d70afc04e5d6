package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.attune.api.catalog.Configuration;

/**
 * A row of the table of pairs whose two cells differ in one axis, besides tuned values.
 *
 * @param row the pair
 * @param axis key of the axis
 * @param level the axis's value in the cell
 * @param controlLevel the axis's value in the control
 */
record RowAxis(CellPair row, String axis, String level, String controlLevel) {

  /** The tested rows that are about one axis, in the order of the table. */
  static List<RowAxis> of(Observations observations, List<CellPair> pairs) {
    List<RowAxis> all = new ArrayList<>();
    List<CellPair> rows = pairs.stream().filter(row -> !Double.isNaN(row.adjusted())).toList();
    if (!rows.isEmpty()) {
      Arms arms = new Arms(observations);
      List<Factor> axes =
          observations.factors().stream()
              .filter(axis -> !arms.tuned().contains(axis.key()))
              .toList();
      rows.forEach(row -> of(row, arms, axes).ifPresent(all::add));
    }
    return all;
  }

  private static Optional<RowAxis> of(CellPair row, Arms arms, List<Factor> axes) {
    Arms.Tuned cell = arms.tuned(row.cell());
    Arms.Tuned control = arms.tuned(row.control());
    List<RowAxis> distinct =
        cell.with(control).settings().stream()
            .flatMap(
                held -> {
                  Configuration settings = cell.at().get(held);
                  Configuration other = control.at().get(held);
                  return axes.stream()
                      .map(
                          axis ->
                              new RowAxis(row, axis.key(), axis.level(settings), axis.level(other)))
                      .filter(rowAxis -> !rowAxis.level.equals(rowAxis.controlLevel));
                })
            .distinct()
            .toList();
    return distinct.size() == 1 ? Optional.of(distinct.get(0)) : Optional.empty();
  }
}
