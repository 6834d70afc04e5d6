package org.attune.sweeps.state;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.attune.sweeps.event.NamedCell;

/**
 * The controls of named cells: those beside which a table compares the others.
 *
 * @param cells in the file's order; empty if the file names none
 */
public record Controls(List<NamedCell> cells) {

  private static final List<String> NAMES = List.of("control", "baseline", "plain");

  public Controls {
    cells = List.copyOf(cells);
  }

  /**
   * The control of a cell: the one that the file states, else the plain one. Empty for that one
   * itself.
   *
   * @param present names of the cells that may be controls
   */
  public Optional<String> of(String cell, Set<String> present) {
    return stated(cell, present).or(() -> plain(present).filter(control -> !control.equals(cell)));
  }

  /** The control that the file states for a cell under {@code table}; empty if it states none. */
  public Optional<String> stated(String cell, Set<String> present) {
    return cells.stream()
        .filter(candidate -> candidate.name().equals(cell))
        .findFirst()
        .flatMap(NamedCell::control)
        .filter(present::contains);
  }

  /** The cell called control, baseline or plain, else the cell that sets nothing. */
  public Optional<String> plain(Set<String> present) {
    return NAMES.stream()
        .filter(present::contains)
        .findFirst()
        .or(
            () ->
                cells.stream()
                    .filter(cell -> cell.settings().isEmpty())
                    .map(NamedCell::name)
                    .filter(present::contains)
                    .findFirst());
  }
}
