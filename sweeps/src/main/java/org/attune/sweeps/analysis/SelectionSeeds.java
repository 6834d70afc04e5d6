package org.attune.sweeps.analysis;

import java.util.List;
import java.util.Optional;

/**
 * On which seeds the values of tuned keys were chosen. Cells are compared at these values. A cell
 * with one value is in neither list.
 *
 * @param onTuning names of the cells whose values tuning seeds chose
 * @param onSame names of the cells whose values were chosen on the seeds that compare them
 * @param by the sweep's objective, where it chose them in place of the compared metric, neither of
 *     whose directions is better
 */
public record SelectionSeeds(List<String> onTuning, List<String> onSame, Optional<String> by) {

  public SelectionSeeds {
    onTuning = List.copyOf(onTuning);
    onSame = List.copyOf(onSame);
  }

  static SelectionSeeds of(List<Arms.Tuned> cells, Optional<String> by) {
    return new SelectionSeeds(
        cells.stream()
            .filter(cell -> cell.onTuning() && cell.settings() == 1)
            .map(Arms.Tuned::name)
            .toList(),
        cells.stream().filter(cell -> cell.settings() > 1).map(Arms.Tuned::name).toList(),
        by);
  }

  /** The words for people; empty if each cell has one value. */
  public String label() {
    if (onSame.isEmpty()) {
      return onTuning.isEmpty()
          ? ""
          : "values chosen on tuning seeds, cells compared on fresh seeds";
    }
    return onTuning.isEmpty()
        ? "values chosen on the same seeds"
        : "values of %s chosen on the same seeds, of %s on tuning seeds"
            .formatted(String.join("; ", onSame), String.join("; ", onTuning));
  }

  /** Whether the values that compare a pair chose a setting of one of its cells too. */
  public boolean same(CellPair pair) {
    return by.isEmpty() && (onSame.contains(pair.cell()) || onSame.contains(pair.control()));
  }
}
