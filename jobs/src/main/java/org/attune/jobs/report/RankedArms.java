package org.attune.jobs.report;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.Controls;

/**
 * The arms of a sweep, each at the values at which it is best. A named cell is an arm; of cells
 * without names, those with the same option of each swept key are.
 */
public final class RankedArms {

  private final List<Configuration> ranked;
  private final CellNames names;
  private final Set<String> options;

  /**
   * The arms of some cells.
   *
   * @param ranked the cells, the best first
   */
  public RankedArms(List<Configuration> ranked, CellNames names) {
    this.ranked = ranked;
    this.names = names;
    this.options = BestCells.options(ranked);
  }

  /** The best cell of each arm, the best first. */
  List<Configuration> best() {
    Set<String> seen = new HashSet<>();
    return ranked.stream().filter(cell -> seen.add(arm(cell))).toList();
  }

  private String arm(Configuration cell) {
    return names.named() ? names.cell(cell) : names.values(options, cell);
  }

  /**
   * The control of a cell: of a named cell the one that the file or its name says; of other cells
   * the best one with the file's own value of each swept option. Empty for the control itself.
   */
  public Optional<Configuration> control(Configuration cell) {
    if (names.named()) {
      Set<String> present = ranked.stream().map(names::cell).collect(Collectors.toSet());
      return new Controls(names.cells())
          .of(names.cell(cell), present)
          .flatMap(
              control ->
                  ranked.stream().filter(one -> names.cell(one).equals(control)).findFirst());
    }
    return options.isEmpty() || isPlain(cell)
        ? Optional.empty()
        : ranked.stream().filter(this::isPlain).findFirst();
  }

  private boolean isPlain(Configuration cell) {
    return options.stream()
        .allMatch(key -> !cell.has(key) || cell.text(key).equals(names.axes().base().get(key)));
  }
}
