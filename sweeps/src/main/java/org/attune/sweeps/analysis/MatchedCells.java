package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.CellSummary;

/**
 * The cells of several sweeps, matched by the keys that some of these varies, except those over
 * which cells are tuned.
 *
 * @param found each cell in each sweep, the best first; by its values of the keys
 * @param names of the cells for people
 * @param varied the keys that some sweep varies, tuned ones among them
 * @param tuned keys at whose best values cells stand
 */
record MatchedCells(
    Map<SortedMap<String, String>, List<Optional<TunedCell>>> found,
    Map<SortedMap<String, String>, String> names,
    Set<String> varied,
    Set<String> tuned) {

  static MatchedCells of(List<SweepSide> sides, boolean tune) {
    Set<String> varied = new TreeSet<>();
    sides.forEach(side -> varied.addAll(CellNames.varied(SweepSettings.cells(side))));
    Set<String> tuned = new TreeSet<>(tune ? TunedCell.keys(sides) : Set.of());
    Set<String> keys = new TreeSet<>(varied);
    keys.removeAll(tuned);
    Map<SortedMap<String, String>, List<Optional<TunedCell>>> found = found(sides, keys);
    return new MatchedCells(found, names(found, tuned), varied, tuned);
  }

  private static Map<SortedMap<String, String>, List<Optional<TunedCell>>> found(
      List<SweepSide> sides, Set<String> keys) {
    Map<SortedMap<String, String>, List<Optional<TunedCell>>> found = new LinkedHashMap<>();
    for (int i = 0; i < sides.size(); i++) {
      Map<SortedMap<String, String>, List<CellSummary>> tried = new LinkedHashMap<>();
      for (CellSummary summary : sides.get(i).observed().summaries()) {
        tried
            .computeIfAbsent(settings(summary.configuration(), keys), cell -> new ArrayList<>())
            .add(summary);
      }
      for (Map.Entry<SortedMap<String, String>, List<CellSummary>> cell : tried.entrySet()) {
        found
            .computeIfAbsent(
                cell.getKey(),
                map ->
                    new ArrayList<>(sides.stream().map(s -> Optional.<TunedCell>empty()).toList()))
            .set(i, Optional.of(TunedCell.of(sides.get(i), cell.getValue())));
      }
    }
    Comparator<CellSummary> bestFirst = CellSummary.bestFirst(sides.get(0).observed().goal());
    Map<SortedMap<String, String>, List<Optional<TunedCell>>> sorted = new LinkedHashMap<>();
    found.entrySet().stream()
        .sorted(Comparator.comparing(cell -> best(cell.getValue(), bestFirst), bestFirst))
        .forEach(cell -> sorted.put(cell.getKey(), cell.getValue()));
    return sorted;
  }

  private static CellSummary best(List<Optional<TunedCell>> in, Comparator<CellSummary> bestFirst) {
    return in.stream().flatMap(Optional::stream).map(TunedCell::best).min(bestFirst).orElseThrow();
  }

  private static Map<SortedMap<String, String>, String> names(
      Map<SortedMap<String, String>, List<Optional<TunedCell>>> found, Set<String> tuned) {
    CellNames values = CellNames.of(found.keySet().stream().map(Configuration::new).toList());
    Map<SortedMap<String, String>, String> given = new LinkedHashMap<>();
    found.forEach((cell, in) -> given.put(cell, named(in, tuned).orElse("")));
    Map<SortedMap<String, String>, String> names = new LinkedHashMap<>();
    given.forEach(
        (cell, name) -> {
          boolean unique = given.values().stream().filter(name::equals).count() == 1;
          names.put(cell, unique && !name.isEmpty() ? name : values.of(new Configuration(cell)));
        });
    return names;
  }

  /** The name that users gave a cell, if all who named it agree; with what it is not tuned over. */
  private static Optional<String> named(List<Optional<TunedCell>> in, Set<String> tuned) {
    Set<String> names = new LinkedHashSet<>();
    in.stream()
        .flatMap(Optional::stream)
        .filter(cell -> cell.side().observed().names().named())
        .forEach(
            cell -> {
              CellNames namesOfSweep = cell.side().observed().names();
              Configuration at = cell.best().configuration();
              List<String> rest =
                  namesOfSweep.tuned().stream().filter(key -> !tuned.contains(key)).toList();
              String values = namesOfSweep.values(rest, at);
              names.add(namesOfSweep.cell(at) + (values.isEmpty() ? "" : ", " + values));
            });
    return names.size() == 1 ? names.stream().findFirst() : Optional.empty();
  }

  private static SortedMap<String, String> settings(Configuration cell, Set<String> keys) {
    SortedMap<String, String> settings = new TreeMap<>(cell.values());
    settings.keySet().retainAll(keys);
    return settings;
  }
}
