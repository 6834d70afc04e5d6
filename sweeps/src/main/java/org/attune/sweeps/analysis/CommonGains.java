package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The gains over a control that two sweeps have in common: both have the cell, and both tables of
 * cells compare it with the same control.
 *
 * @param cells of both sweeps: the first one's and the later one's
 */
record CommonGains(SweepSide first, SweepSide other, MatchedCells cells) {

  /** A cell's control in one sweep, by the values that identify cells. */
  private record Controls(Map<SortedMap<String, String>, SortedMap<String, String>> byCell) {}

  /**
   * The comparisons, in the order of the cells.
   *
   * @param number of the later sweep, from 1
   * @param settings of both sweeps
   * @param looks the stricter ones of both
   */
  List<SweepContrast> all(int number, SweepSettings settings, SeedLooks looks) {
    Controls before = controls(first, 0);
    Controls now = controls(other, 1);
    List<SweepContrast> gains = new ArrayList<>();
    cells
        .found()
        .forEach(
            (key, cell) ->
                Optional.ofNullable(now.byCell().get(key))
                    .filter(control -> control.equals(before.byCell().get(key)))
                    .flatMap(
                        control -> {
                          SweepContrast.Beside later = beside(1, cell, control);
                          SweepContrast.Beside earlier = beside(0, cell, control);
                          boolean same =
                              settings.sameCode()
                                  && !settings.otherSeeds()
                                  && later.cell().same(earlier.cell())
                                  && later.control().same(earlier.control());
                          return same
                              ? Optional.empty()
                              : SweepContrast.ofGain(
                                  number,
                                  cells.names().get(key),
                                  cells.names().get(control),
                                  later,
                                  earlier,
                                  cells.tuned(),
                                  settings.otherSeeds(),
                                  looks);
                        })
                    .ifPresent(gains::add));
    return gains;
  }

  private SweepContrast.Beside beside(
      int side, List<Optional<TunedCell>> cell, SortedMap<String, String> control) {
    return new SweepContrast.Beside(
        cell.get(side).orElseThrow(), cells.found().get(control).get(side).orElseThrow());
  }

  /** The controls of a sweep's own table; none where it compares each cell with each other. */
  private Controls controls(SweepSide side, int number) {
    Map<String, SortedMap<String, String>> keys = new HashMap<>(); // by the best cell's hash
    cells
        .found()
        .forEach(
            (key, cell) ->
                cell.get(number).ifPresent(in -> keys.put(in.best().configuration().hash(), key)));
    Map<SortedMap<String, String>, SortedMap<String, String>> controls = new HashMap<>();
    if (!new Arms(side.observed()).controls().isEmpty()) {
      CellPairs.of(side.observed()).stream()
          .flatMap(pairs -> pairs.all().stream())
          .flatMap(pair -> pair.settings().stream())
          .filter(at -> keys.containsKey(at.hash()) && keys.containsKey(at.controlHash()))
          .forEach(at -> controls.put(keys.get(at.hash()), keys.get(at.controlHash())));
    }
    return new Controls(controls);
  }
}
